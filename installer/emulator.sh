#!/bin/sh
# Installs emupos, an emulator of receipt printers that others wrote, into the folder named: it
# judges our bytes without sharing a line with what writes them. It needs Python 3.13 or newer,
# which PitDesk does not, and zbarimg to read QR codes off its pictures of paper.
#
# installer/emulator.sh FOLDER    makes FOLDER/bin/emupos; where it cannot, says why and fails
set -eu

folder=${1:?which folder?}
version=0.4.0 # what it reports is compared, so a new release is a decision

if ! command -v zbarimg >/dev/null; then
    "$(dirname "$0")/system.sh" zbar-tools || exit 1
    if ! command -v zbarimg >/dev/null; then
        echo "There is no zbarimg here to read QR codes. Install it (Debian: zbar-tools)." >&2
        exit 1
    fi
fi
if [ -x "$folder/bin/emupos" ] && "$folder/bin/emupos" --version 2>/dev/null | grep -qF "$version"; then
    exit 0
fi

python=
for one in python3.13 python3.14 python3 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.1[3-9]*/bin/python; do
    if "$one" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 13))' 2>/dev/null; then
        python=$one
        break
    fi
done
if [ -z "$python" ]; then
    echo "There is no Python 3.13 or newer here, which the emulator needs." >&2
    exit 1
fi

"$python" -m venv --clear "$folder" || exit 1
if ! "$folder/bin/python" -m pip --quiet --disable-pip-version-check install "emupos==$version"; then
    echo "The emulator could not be fetched." >&2
    exit 1
fi
