#!/bin/sh
# Makes dist/pitdesk_VERSION_amd64.deb of dist/pitdesk (made by installer/build.sh).
# Books lie in the folder of whoever runs PitDesk; nothing in the package names that folder.
set -eu

cd "$(dirname "$0")/.."
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' pitdesk/__init__.py)
arch=$(dpkg --print-architecture)
tree=build/deb
package=dist/pitdesk_${version}_$arch.deb
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH

[ -x dist/pitdesk/pitdesk ] || { echo "There is no dist/pitdesk: run 'make build' first." >&2; exit 1; }

umask 022
rm -rf "$tree"
mkdir -p "$tree/DEBIAN" "$tree/opt" "$tree/usr/bin" "$tree/usr/lib/udev/rules.d" \
    "$tree/usr/share/applications" "$tree/usr/share/doc/pitdesk" \
    "$tree/usr/share/icons/hicolor/256x256/apps" "$tree/usr/share/icons/hicolor/scalable/apps" \
    "$tree/usr/share/lintian/overrides" "$tree/usr/share/man/man1"
cp -a dist/pitdesk "$tree/opt/pitdesk"
chmod -R u=rwX,go=rX "$tree/opt/pitdesk"
find "$tree/opt/pitdesk" -type f -name '*.so*' -exec chmod 644 {} +
install -m 755 installer/deb/pitdesk installer/deb/pitdesk-cli "$tree/usr/bin/"
install -m 644 installer/deb/pitdesk.desktop "$tree/usr/share/applications/"
install -m 644 resources/99-pitdesk-printers.rules resources/70-pitdesk-devices.rules \
    "$tree/usr/lib/udev/rules.d/"
install -m 644 installer/pitdesk.svg "$tree/usr/share/icons/hicolor/scalable/apps/"
install -m 644 build/pitdesk.png "$tree/usr/share/icons/hicolor/256x256/apps/"
install -m 644 installer/deb/copyright "$tree/usr/share/doc/pitdesk/"
install -m 644 installer/deb/lintian-overrides "$tree/usr/share/lintian/overrides/pitdesk"
for page in pitdesk pitdesk-cli; do gzip -9n <"build/$page.1" >"$tree/usr/share/man/man1/$page.1.gz"; done
gzip -9n <CHANGELOG.md >"$tree/usr/share/doc/pitdesk/CHANGELOG.md.gz"
# Debian asks for one in a form of its own.
gzip -9n >"$tree/usr/share/doc/pitdesk/changelog.gz" <<END
pitdesk ($version) stable; urgency=medium

  * CHANGELOG.md.gz, beside this file, says what is new.

 -- $(sed -n 's/^Maintainer: //p' installer/deb/control)  $(LC_ALL=C date -R -u -d "@$SOURCE_DATE_EPOCH")
END
install -m 755 installer/deb/postinst installer/deb/postrm "$tree/DEBIAN/"

# It runs where the C library is as new as the build machine's.
libc=$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)
size=$(du -sk --apparent-size "$tree" | cut -f1)
sed -e "s/@VERSION@/$version/" -e "s/@ARCH@/$arch/" -e "s/@LIBC@/$libc/" -e "s/@SIZE@/$size/" \
    installer/deb/control >"$tree/DEBIAN/control"
(cd "$tree" && find usr opt -type f | LC_ALL=C sort | tr '\n' '\0' | xargs -0 md5sum >DEBIAN/md5sums)
chmod 644 "$tree/DEBIAN/md5sums" "$tree/DEBIAN/control"
find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

dpkg-deb --root-owner-group -Zxz --threads-max=1 -b "$tree" "$package" >/dev/null
echo "$package: $(du -m "$package" | cut -f1) MB"
