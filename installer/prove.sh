#!/bin/sh
# Proves dist/pitdesk_*.deb on a Debian that has no Python and no PitDesk: installs it, opens the
# window as a plain user, fills a table and prints the slip by keyboard, plays and verifies the
# demonstration, breaks it on purpose, removes it, and checks that the books are still there and intact.
# Then, on another such Debian, the same user comes from the version before. Each step is printed; the
# first that fails ends it.
#
# installer/prove.sh [FOLDER]    as root on Debian or Ubuntu; default build/prove
#     FOLDER/*.png    pictures of the window, of the floor after signing in, and of the fill
#     PREVIOUS        the package to come from; default: the one before in dist/ (installer/previous.sh)
#     MIRROR          where Debian comes from; default: where this machine's own comes from
set -eu

cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || { echo "It makes a system to try things in: run it as root." >&2; exit 1; }
if [ -z "${PROVING-}" ]; then # mounts of our own, which go when we go
    installer/system.sh debootstrap xvfb x11-apps x11-utils imagemagick xdotool
    PROVING=1 exec unshare --mount "$0" "$@"
fi

work=$(realpath -m "${1-build/prove}")
user=pitboss
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' pitdesk/__init__.py)
arch=$(dpkg --print-architecture)
deb=dist/pitdesk_${version}_$arch.deb
[ -f "$deb" ] || { echo "There is no $deb: run 'make deb' first." >&2; exit 1; }
previous=${PREVIOUS-$(printf '%s\n' dist/pitdesk_*_"$arch".deb | sort -V | grep -Fx -B 1 "$deb" | grep -vFx "$deb" || true)}
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
# Another Debian without Python, of this name, with its user.
fresh() {
    system=$work/$1
    home=$system/home/$user
    data=$home/.local/share/PitDesk
    rm -rf "$system"
    cp -a "$work/bare" "$system"
    mount -t proc proc "$system/proc"
    mount --rbind /dev "$system/dev"
    mkdir -p "$system/tmp/.X11-unix"
    mount --bind /tmp/.X11-unix "$system/tmp/.X11-unix"
    inside useradd --create-home --shell /bin/sh "$user"
    if inside sh -c 'command -v python3 || command -v python'; then fail "there is a Python"; fi
    inside apt-get -qq update >"$work/apt.log" 2>&1 || true
}
installed() {
    cp "$1" "$system/tmp/"
    inside apt-get -qq install --no-install-recommends --allow-downgrades "/tmp/$(basename "$1")" \
        >>"$work/apt.log" 2>&1 || { tail -n 20 "$work/apt.log" >&2; fail "apt-get install"; }
    # shellcheck disable=SC2016
    inside dpkg-query -W -f '${Package} ${Version}: ${Status}\n' pitdesk
}
files_of_user() { (cd "$home" && find . -type f -exec sha256sum {} +) | sort; }
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
# Presses a key, and waits until the screen shows something else: more than a cursor that blinks.
pressed() {
    xwd -root -silent -display "$display" >"$work/before.xwd"
    DISPLAY=$display xdotool key "$1"
    for _ in $(seq 150); do
        xwd -root -silent -display "$display" >"$work/after.xwd"
        others=$(compare -metric AE "xwd:$work/before.xwd" "xwd:$work/after.xwd" null: 2>&1 || true)
        if [ "${others%%.*}" -gt 800 ]; then sleep 0.5; return; fi
        sleep 0.1
    done
    pictured unmoved 0
    fail "nothing came of pressing $1"
}
# Signs the practice book's cashier in. There is no window manager here that would give it the keyboard.
signed_in() {
    DISPLAY=$display xdotool windowfocus --sync "$(shown)"
    DISPLAY=$display xdotool type --delay 80 cora
    DISPLAY=$display xdotool type --delay 80 1122
    pressed Return
}
# Fills a table to par, as the README says; the slip of that number is there, with its words.
filled() {
    pressed F2
    DISPLAY=$display xdotool key "$1" sleep 0.5
    pressed F2
    DISPLAY=$display xdotool type --delay 80 1122
    pressed Return
    for part in original copy; do
        slip=$data/practice/practice-slips/fill-$2-$part.txt
        until [ -s "$slip" ]; do
            [ $(($(now) - started)) -lt 60000000000 ] || fail "there is no $slip"
            sleep 0.02
        done
        head -n 4 "$slip" | tr '\n' ' ' | tr -s ' '
        echo
        for words in 'PRACTICE PRACTICE' 'FILL SLIP' "$2 .*" ".* TABLE $1" 'TOTAL .*\$.*' 'Prepared by  CS cashier'; do
            grep -qx "$words" "$slip" || fail "$slip does not say $words"
        done
    done
    sleep 1 # until the book notes that it was printed
}
# Takes a picture of the screen and counts its colors: a blank window has a handful.
pictured() {
    xwd -root -silent -display "$display" | convert xwd:- "$work/$1.png"
    colors=$(convert "$work/$1.png" -format %k info:)
    echo "$work/$1.png has $colors colors"
    [ "$colors" -gt "$2" ] || fail "the picture of the $1 shows too little"
}
schema_of() { od -An -j60 -N4 -tu4 --endian=big "$1" | tr -d ' '; }
verified() {
    copy=$(mktemp -d)
    cp -a "$1"* "$copy/"
    .venv/bin/python -m pitdesk verify --book "$copy/$(basename "$1")"
    rm -rf "$copy"
}

step "A Debian without Python"
rm -rf "$work/bare"
mkdir -p "$work" /tmp/.X11-unix
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
mirror=${MIRROR:-$(sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] *\)\{0,1\}\([^ ]*\) .*/\2/p' \
    /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null | head -n 1)}
began=$(date +%s)
debootstrap --variant=minbase "$suite" "$work/bare" "$mirror" >"$work/debootstrap.log" 2>&1 ||
    { tail -n 5 "$work/debootstrap.log" >&2; fail "debootstrap"; }
cp -a /etc/apt/apt.conf.d/. "$work/bare/etc/apt/apt.conf.d/"
fresh new
echo "$(inside cat /etc/debian_version), $(du -smx "$system" | cut -f1) MB, no Python, in $(($(date +%s) - began)) s"
Xvfb "$display" -screen 0 1366x768x24 -nolisten tcp -ac -noreset >"$work/xvfb.log" 2>&1 &
xvfb=$!
until xwininfo -display "$display" -root >/dev/null 2>&1; do
    kill -0 "$xvfb" || fail "Xvfb"
    sleep 0.1
done

step "Installed with apt"
began=$(date +%s)
installed "$deb"
echo "$(du -sm "$system/opt/pitdesk" | cut -f1) MB in /opt/pitdesk, in $(($(date +%s) - began)) s"
if inside sh -c 'command -v python3'; then fail "the package brought a Python"; fi

step "The window, as $user: a fill to par, printed, by keyboard"
opened as_user pitdesk --practice
echo "first start: window after $took ms"
sleep 5
kill -0 "$window" || { cat "$work/window.log" >&2; fail "it died after it opened"; }
pictured window 500
signed_in
pictured floor 4000 # behind the sign-in, with trays of chips
filled 2 000001
echo "from the beginning of the installation to the printed slip: $(($(date +%s) - began)) s"
pictured fill 1000
kill -0 "$window" || fail "it died at the fill"
[ ! -s "$work/window.log" ] || { cat "$work/window.log" >&2; fail "the window complained"; }
closed
for time in second third; do
    opened as_user pitdesk --practice
    echo "$time start: window after $took ms"
    closed
done

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
files_of_user >"$work/before"
inside dpkg --remove pitdesk >>"$work/apt.log" 2>&1 || fail "dpkg --remove"
inside dpkg --purge pitdesk >>"$work/apt.log" 2>&1 || fail "dpkg --purge"
if inside dpkg-query -W pitdesk 2>/dev/null; then fail "it is still installed"; fi
left=$(find "$system" -xdev -path "$home" -prune -o -path "$system/proc" -prune -o -iname '*pitdesk*' -print |
    grep -v "^$system/tmp/\|^$system/var/log\|^$system/var/cache" || true)
[ -z "$left" ] || fail "left behind: $left"
files_of_user >"$work/after"
cmp "$work/before" "$work/after" || fail "removing it touched what is $user's"
echo "nothing of the program is left; the $(wc -l <"$work/after") files of $user are as they were"

step "The books, by this checkout's own PitDesk"
verified "$home/demo/book.db"
verified "$data/practice/practice.db"

if [ ! -f "$previous" ]; then
    printf '\nPROVED, but for the upgrade: there is no package of the version before. %s\n' "$(basename "$deb")"
    exit 0
fi

step "The version before: $(basename "$previous")"
fresh upgraded
installed "$previous"
opened as_user pitdesk --practice
sleep 5
signed_in
filled 2 000001
closed
(as_user pitdesk-cli demo --out demo) | tail -n 1
schema=$(schema_of "$home/demo/book.db")
files_of_user >"$work/before"

step "Upgraded with apt"
installed "$deb"
files_of_user >"$work/after"
cmp "$work/before" "$work/after" || fail "upgrading touched what is $user's"
echo "the $(wc -l <"$work/after") files of $user are as they were"
opened as_user pitdesk --practice
echo "the window on the book of the version before: after $took ms"
sleep 5
pictured upgraded-window 500
signed_in
pictured upgraded-floor 4000
filled 1 000002
[ ! -s "$work/window.log" ] || { cat "$work/window.log" >&2; fail "the window complained"; }
closed
(as_user mkdir stick)
(as_user pitdesk-cli send --book demo/book.db --to stick)
for book in demo/book.db .local/share/PitDesk/practice/practice.db; do
    (as_user pitdesk-cli verify --book "$book")
done
# The two books went on; nothing else of what was there did.
files_of_user >"$work/after"
changed=$(grep -v '/practice\.db\|/book\.db' "$work/before" | grep -Fxv -f "$work/after" || true)
[ -z "$changed" ] || fail "changed: $changed"

step "Back to the version before, with the books that the new one wrote"
installed "$previous"
status=0
(as_user pitdesk-cli verify --book demo/book.db) >"$work/said" 2>&1 || status=$?
sed 's/^/  /' "$work/said"
if [ "$(schema_of "$home/demo/book.db")" -eq "$schema" ]; then
    [ "$status" -eq 0 ] || fail "it ended with $status"
    echo "the schema is $schema in both: nothing to refuse, the version before reads on"
else
    [ "$status" -eq 3 ] || fail "it ended with $status, not 3"
    grep -q 'Update this PitDesk; the book was not touched' "$work/said" || fail "it did not say so"
    echo "refused: the schema was $schema and is $(schema_of "$home/demo/book.db")"
fi
installed "$deb"

step "The books, by this checkout's own PitDesk"
verified "$home/demo/book.db"
verified "$data/practice/practice.db"
printf '\nPROVED: %s, also coming from %s\n' "$(basename "$deb")" "$(basename "$previous")"
