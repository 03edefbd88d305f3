#!/bin/sh
# Compiles pitdesk.nsi on Linux, warnings as errors, around a payload that is no program: what it
# makes shows that the script is sound, and is not for installing. On Windows, windows.ps1 compiles
# it around the real one. Where Wine is (Debian: wine64), the same script, compiled for 64 bits, is run
# there: an installation over an older one, and a removal, with a book in the user's data folder.
#
# installer/nsis.sh PYTHON
set -eu

cd "$(dirname "$0")/.."
command -v makensis >/dev/null || installer/system.sh nsis
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' pitdesk/__init__.py)
python=${1:?which Python?}

here=$PWD/build/windows
rm -rf "$here"
mkdir -p "$here/payload/_internal" "$here/payload/licences"
for file in pitdesk.exe pitdesk-cli.exe _internal/shipped.json licences/README.txt; do
    echo "In the place of $file" >"$here/payload/$file"
done
QT_QPA_PLATFORM=offscreen "$python" installer/icon.py build/pitdesk.ico

# compiled NAME VERSION [OPTION]
compiled() {
    makensis -V2 -WX ${3+"$3"} -DVERSION="$2" -DPAYLOAD="$here/payload" -DICON="$PWD/build/pitdesk.ico" \
        -DOUT="$here/$1" installer/pitdesk.nsi
}
compiled stub-setup.exe "$version"
echo "build/windows/stub-setup.exe: the script is sound; it holds no program"

wine=$(command -v wine64 || command -v /usr/lib/wine/wine64 || true)
if [ -z "$wine" ]; then
    echo "There is no Wine here: it was compiled, not run."
    exit 0
fi
compiled stub-64.exe "$version" "-XTarget amd64-unicode"
echo "What the new version has no more" >"$here/payload/_internal/old.txt"
compiled stub-old.exe 0.0.1 "-XTarget amd64-unicode"

export WINEPREFIX="$here/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" DISPLAY=
fail() { printf 'NOT SOUND: %s\n' "$*" >&2; exit 1; }
# Runs a program of Windows to its end, and to the end of what it started.
run() {
    "$wine" "$@" >"$here/wine.log" 2>&1 || { cat "$here/wine.log" >&2; fail "$*"; }
    wineserver -w
}
there() { for one in "$@"; do [ -f "$one" ] || fail "there is no $one"; done; }
entry() { sed -n '/^\[Software.*Uninstall\\\\PitDesk\]/,/^$/p' "$WINEPREFIX/user.reg"; }

run "$here/stub-old.exe" /S
own=$WINEPREFIX/drive_c/users/$(id -un)/AppData
program=$own/Local/Programs/PitDesk
menu="$own/Roaming/Microsoft/Windows/Start Menu/Programs/PitDesk"
there "$program/_internal/old.txt"
mkdir "$own/Local/PitDesk"
cp tests/books/0.1.0/book.db* "$own/Local/PitDesk/"

run "$here/stub-64.exe" /S
(cd "$here/payload" && find . -type f ! -name old.txt) | while read -r file; do there "$program/$file"; done
there "$program/uninstall.exe" "$menu/PitDesk.lnk" "$menu/PitDesk practice.lnk"
[ ! -e "$program/_internal/old.txt" ] || fail "what the new version has no more is still there"
entry | grep -q "\"DisplayVersion\"=\"$version\"" || fail "Windows does not list version $version"

run "$program/uninstall.exe" /S
for gone in "$program" "$menu"; do [ ! -e "$gone" ] || fail "$gone is still there"; done
[ -z "$(entry)" ] || fail "Windows still lists it"
for file in tests/books/0.1.0/book.db*; do
    cmp "$file" "$own/Local/PitDesk/${file##*/}" || fail "the book is not as it was"
done
echo "Under $("$wine" --version): installed over an older one and removed; the book is as it was"
