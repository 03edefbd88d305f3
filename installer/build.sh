#!/bin/sh
# Makes dist/pitdesk: the window and the commands in one folder that needs no Python.
# The same commit, machine and locked packages give the same bytes.
#
# installer/build.sh PYTHON    a Python 3.11, 3.12 or 3.13 that can make a virtual environment
set -eu

python=${1:?which Python?}
cd "$(dirname "$0")/.."
here=build/freeze
wanted=installer/build-requirements.lock

# A place of its own: what is not here cannot slip into the folder.
if ! cmp -s "$wanted" "$here/made-of"; then
    "$python" -m venv --clear "$here"
    "$here/bin/python" -m pip --quiet --disable-pip-version-check install --require-hashes -r "$wanted"
    cp "$wanted" "$here/made-of"
fi

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
PYTHONHASHSEED=0
PYINSTALLER_CONFIG_DIR=$PWD/build/pyinstaller
# What was compiled before would change a few bytes: every build begins with nothing compiled.
PYTHONPYCACHEPREFIX=$PYINSTALLER_CONFIG_DIR/compiled
export SOURCE_DATE_EPOCH PYTHONHASHSEED PYINSTALLER_CONFIG_DIR PYTHONPYCACHEPREFIX
rm -rf "$PYINSTALLER_CONFIG_DIR"

"$here/bin/python" installer/icon.py build/pitdesk.png build/pitdesk.ico
"$here/bin/pyinstaller" --noconfirm --clean --log-level ERROR \
    --workpath build/pyinstaller/work --distpath dist installer/pitdesk.spec
PYTHONPATH=. "$here/bin/python" installer/man.py build

# Symbols of a Python that was built with them, 25 MB that nobody reads, and where it lay when it was built.
python_parts="dist/pitdesk/_internal/libpython* dist/pitdesk/_internal/python3.*/lib-dynload/*"
# shellcheck disable=SC2086
if command -v strip >/dev/null; then strip --strip-unneeded $python_parts; fi
# shellcheck disable=SC2086
if command -v chrpath >/dev/null; then chrpath --delete $python_parts >/dev/null; fi
find dist/pitdesk -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
echo "dist/pitdesk: $(du -sm dist/pitdesk | cut -f1) MB"
