#!/bin/sh
# Proves dist/pitdesk_*.deb on a Debian that has no Python and no PitDesk: installs it, opens the
# window as a plain user, plays and verifies the demonstration, breaks it on purpose, removes it,
# and checks that the books are still there and whole. Each step is told; the first that fails ends it.
#
# installer/prove.sh [FOLDER]    as root on Debian or Ubuntu; default build/prove
#     FOLDER/window.png    the picture of the window, and FOLDER/floor.png after signing in
#     MIRROR               where Debian comes from; default: where this machine's own comes from
set -eu

cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || { echo "It makes a system to try things in: run it as root." >&2; exit 1; }
if [ -z "${PROVING-}" ]; then # mounts of our own, which go when we go
    installer/system.sh debootstrap xvfb x11-apps x11-utils imagemagick xdotool
    PROVING=1 exec unshare --mount "$0" "$@"
fi

work=$(realpath -m "${1-build/prove}")
system=$work/system
user=pitboss
home=$system/home/$user
data=$home/.local/share/PitDesk
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' pitdesk/__init__.py)
deb=$(realpath "dist/pitdesk_${version}_$(dpkg --print-architecture).deb")
[ -f "$deb" ] || { echo "There is no $deb: run 'make deb' first." >&2; exit 1; }
display=:$((90 + $$ % 900))
xvfb=
window=

cleanup() {
    for process in $window $xvfb; do kill "$process" 2>/dev/null || true; done
    rm -rf "${copy:-}"
}
trap cleanup EXIT
trap 'exit 1' HUP INT TERM

step() { printf '\n== %s\n' "$*"; }
fail() { printf 'NOT PROVED: %s\n' "$*" >&2; exit 1; }
inside() { chroot "$system" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
as_user() {
    # Not by su: env is all that a window gets from a desktop. `exec` keeps the process its own.
    exec chroot --userspec="$user:$user" "$system" env -i PATH=/usr/bin:/bin HOME="/home/$user" \
        LANG=C.UTF-8 DISPLAY="$display" sh -c "cd && exec $*"
}
now() { date +%s%N; }
# The windows that are seen; Qt keeps a small one unseen under the same name.
shown() {
    xwininfo -display "$display" -root -tree 2>/dev/null |
        sed -n 's/^ *\(0x[0-9a-f]*\) "[^"]*PitDesk.*  [0-9]\{3,\}x[0-9]\{3,\}+.*/\1/p' |
        while read -r id; do
            xwininfo -display "$display" -id "$id" 2>/dev/null | sed -n '/IsViewable/s/.*/'"$id"'/p'
        done
}
# Starts a command and says after how many milliseconds its window was there; leaves its id in $window.
opened() {
    started=$(now)
    "$@" >"$work/window.log" 2>&1 &
    window=$!
    until [ -n "$(shown)" ]; do
        kill -0 "$window" 2>/dev/null || { cat "$work/window.log" >&2; fail "it ended without a window"; }
        [ $(($(now) - started)) -lt 60000000000 ] || fail "no window after a minute"
        sleep 0.02
    done
    took=$((($(now) - started) / 1000000))
}
closed() {
    kill "$window"
    wait "$window" 2>/dev/null || true
    window=
    until [ -z "$(shown)" ]; do sleep 0.05; done
}
# Takes a picture of the screen and counts its colors: a blank window has a handful.
pictured() {
    xwd -root -silent -display "$display" | convert xwd:- "$work/$1.png"
    colors=$(convert "$work/$1.png" -format %k info:)
    echo "$work/$1.png has $colors colors"
    [ "$colors" -gt "$2" ] || fail "the picture of the $1 shows too little"
}
verified() {
    .venv/bin/python -m pitdesk verify --book "$1"
}

step "A Debian without Python"
rm -rf "$system"
mkdir -p "$system"
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
mirror=${MIRROR:-$(sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] *\)\{0,1\}\([^ ]*\) .*/\2/p' \
    /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null | head -n 1)}
began=$(date +%s)
debootstrap --variant=minbase "$suite" "$system" "$mirror" >"$work/debootstrap.log" 2>&1 ||
    { tail -n 5 "$work/debootstrap.log" >&2; fail "debootstrap"; }
cp -a /etc/apt/apt.conf.d/. "$system/etc/apt/apt.conf.d/"
mount -t proc proc "$system/proc"
mount --rbind /dev "$system/dev"
mkdir -p "$system/tmp/.X11-unix" /tmp/.X11-unix
mount --bind /tmp/.X11-unix "$system/tmp/.X11-unix"
if inside sh -c 'command -v python3 || command -v python'; then fail "there is a Python"; fi
echo "$(inside cat /etc/debian_version), $(du -smx "$system" | cut -f1) MB, no Python, in $(($(date +%s) - began)) s"

step "Installed with apt"
began=$(date +%s)
cp "$deb" "$system/tmp/"
inside apt-get -qq update >"$work/apt.log" 2>&1 || true
inside apt-get -qq install --no-install-recommends "/tmp/$(basename "$deb")" >>"$work/apt.log" 2>&1 ||
    { tail -n 20 "$work/apt.log" >&2; fail "apt-get install"; }
# shellcheck disable=SC2016
inside dpkg-query -W -f '${Package} ${Version}: ${Status}\n' pitdesk
echo "$(du -sm "$system/opt/pitdesk" | cut -f1) MB in /opt/pitdesk, in $(($(date +%s) - began)) s"
inside sh -c 'command -v python3' && fail "the package brought a Python"
inside useradd --create-home --shell /bin/sh "$user"

step "The window, as $user"
Xvfb "$display" -screen 0 1366x768x24 -nolisten tcp -ac >"$work/xvfb.log" 2>&1 &
xvfb=$!
until xwininfo -display "$display" -root >/dev/null 2>&1; do
    kill -0 "$xvfb" || fail "Xvfb"
    sleep 0.1
done
for time in first second third; do
    opened as_user pitdesk --practice
    echo "$time start: window after $took ms"
    sleep 5
    kill -0 "$window" || { cat "$work/window.log" >&2; fail "it died after it opened"; }
    [ "$time" = third ] || closed
done
pictured window 500
# The practice book's pit boss, by keyboard; the floor behind the sign-in has trays of chips.
DISPLAY=$display xdotool type --delay 80 pete
DISPLAY=$display xdotool type --delay 80 334455
DISPLAY=$display xdotool key Return
sleep 3
pictured floor 4000
kill -0 "$window" || fail "it died at the sign-in"
[ ! -s "$work/window.log" ] || { cat "$work/window.log" >&2; fail "the window complained"; }
closed

step "The commands, as $user"
(as_user pitdesk-cli demo --out demo) | tail -n 3
(as_user pitdesk verify --book demo/book.db)
(as_user pitdesk-cli pack 2026Q4 --book demo/book.db --out pack)
(as_user pitdesk-cli chip-set --book demo/book.db --pdf chips.pdf)
status=0
(as_user pitdesk-cli send --book demo/book.db --to postgresql://a@127.0.0.1:1/a) || status=$?
[ "$status" -eq 3 ] || fail "a server that is not there ended with $status, not 3"
[ -s "$data/practice/practice.db" ] || fail "there is no practice book in $data"

step "A part is missing"
mv "$system/opt/pitdesk/_internal/resources/pitdesk.qss" "$work/"
for program in pitdesk-cli 'DISPLAY= pitdesk'; do
    status=0
    (as_user env "$program") >"$work/said" 2>&1 || status=$?
    sed "s/^/  /" "$work/said"
    [ "$status" -eq 3 ] || fail "$program ended with $status, not 3"
    grep -q 'pitdesk.qss is missing.*Install PitDesk again' "$work/said" || fail "it did not say so"
    if grep -q Traceback "$work/said"; then fail "a traceback"; fi
done
mv "$work/pitdesk.qss" "$system/opt/pitdesk/_internal/resources/"
(as_user pitdesk-cli --version)

step "Removed and purged"
(cd "$home" && find . -type f -exec sha256sum {} +) | sort >"$work/before"
inside dpkg --remove pitdesk >>"$work/apt.log" 2>&1 || fail "dpkg --remove"
inside dpkg --purge pitdesk >>"$work/apt.log" 2>&1 || fail "dpkg --purge"
if inside dpkg-query -W pitdesk 2>/dev/null; then fail "it is still installed"; fi
left=$(find "$system" -xdev -path "$home" -prune -o -path "$system/proc" -prune -o -iname '*pitdesk*' -print |
    grep -v "^$system/tmp/\|^$system/var/log\|^$system/var/cache" || true)
[ -z "$left" ] || fail "left behind: $left"
(cd "$home" && find . -type f -exec sha256sum {} +) | sort >"$work/after"
cmp "$work/before" "$work/after" || fail "removing it touched what is $user's"
echo "nothing of the program is left; the $(wc -l <"$work/after") files of $user are as they were"

step "The books, by this checkout's own PitDesk"
copy=$(mktemp -d)
cp -a "$home/demo" "$data/practice" "$copy/"
verified "$copy/demo/book.db"
verified "$copy/practice/practice.db"
printf '\nPROVED: %s\n' "$(basename "$deb")"
