#!/bin/sh
# Installs the system packages that are missing. Each argument is a package, or
# a list of them: apt-run.txt, apt-test.txt. As root it installs them; otherwise
# it lists them, says which command installs them, and fails.
# Package names hold no spaces, so lists of them are split at spaces on purpose.
# shellcheck disable=SC2046,SC2086
set -eu

set -- $(for one in "$@"; do
    case $one in
    *.txt) sed 's/#.*//' "$one" ;;
    *) echo "$one" ;;
    esac
done)

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "This is not a Debian or Ubuntu system: PitDesk cannot tell whether these are installed." >&2
    echo "Should it fail to start, install what your system calls them:" >&2
    printf '  %s\n' "$@" >&2
    exit 0
fi

# Prints those of its arguments that are not installed, under their own name
# or one that another package provides (libglib2.0-0 is such a name today).
missing() {
    have=$(dpkg-query -W -f '${db:Status-Status} ${Package}, ${Provides}\n' |
        sed -n 's/^installed //p' | sed 's/([^)]*)//g' | tr -s ', ' '\n')
    for package in "$@"; do
        printf '%s\n' "$have" | grep -qxF "$package" || printf '%s\n' "$package"
    done
}

needed=$(missing "$@")
[ -n "$needed" ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
    echo "Installing" $needed
    export DEBIAN_FRONTEND=noninteractive
    apt="apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0"
    # A failed update is no reason to stop: the lists at hand may do.
    $apt update || true
    $apt install --no-install-recommends $needed >/dev/null || true
    needed=$(missing "$@")
    [ -n "$needed" ] || exit 0
fi

{
    echo "These system packages are missing:"
    printf '  %s\n' $needed
    echo "Install them with:"
    echo "  sudo apt-get update && sudo apt-get install --no-install-recommends" $needed
} >&2
exit 1
