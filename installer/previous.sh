#!/bin/sh
# Makes the package of an earlier release into dist/, with that release's own scripts: installer/prove.sh
# upgrades from it.
#
# installer/previous.sh PYTHON COMMIT    the release's tag, or its commit as CHANGELOG.md names it
set -eu

python=$(realpath -s "${1:?which Python?}")
commit=${2:?which commit?}
cd "$(dirname "$0")/.."
there=build/previous

git worktree remove --force "$there" 2>/dev/null || git worktree prune
git worktree add --quiet --detach "$there" "$commit"
mkdir -p dist
(cd "$there" && installer/build.sh "$python" && installer/deb.sh)
cp -p "$there"/dist/*.deb dist/
git worktree remove --force "$there"
