#!/bin/sh
# Compiles pitdesk.nsi on Linux, warnings as errors, around a payload that is no program: what it
# makes shows that the script is sound, and is not for installing. On Windows, windows.ps1 compiles
# it around the real one.
set -eu

cd "$(dirname "$0")/.."
command -v makensis >/dev/null || installer/system.sh nsis
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' pitdesk/__init__.py)
python=${1:?which Python?}

stub=build/windows/payload
rm -rf build/windows
mkdir -p "$stub/_internal" "$stub/licences" dist
for file in pitdesk.exe pitdesk-cli.exe _internal/shipped.json licences/README.txt; do
    echo "In the place of $file" >"$stub/$file"
done
QT_QPA_PLATFORM=offscreen "$python" installer/icon.py build/pitdesk.ico
makensis -V2 -WX -DVERSION="$version" -DPAYLOAD="$PWD/$stub" -DICON="$PWD/build/pitdesk.ico" \
    -DOUT="$PWD/build/windows/stub-setup.exe" installer/pitdesk.nsi
echo "build/windows/stub-setup.exe: the script is sound; it holds no program"
