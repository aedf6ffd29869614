#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The installed gkhost.pc tells a plugin's author all that is needed.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires pkg-config --version

root=$tmp/root
install_into "$root"
pc=$(installed "$root" pkgconfig/gkhost.pc)
export PKG_CONFIG_PATH=${pc%/*}

expect_status 0 pkg-config --validate gkhost
version=$(sed -n 's/^#define PACKAGE_VERSION "\(.*\)"/\1/p' \
  "$top_builddir/config.h")
expect_equal "$(pkg-config --modversion gkhost)" "$version"
abi=$(sed -n 's/^#define GK_ABI //p' \
  "$top_srcdir/include/gkhost/plugin.h")
expect_equal "$(pkg-config --variable=pluginabi gkhost)" "$abi"

plugindir=$(pkg-config --variable=plugindir gkhost)
[ -f "$root/${plugindir#"$root"}/copy.so" ] ||
  fail "plugindir is $plugindir, but copy.so is not there"
includedir=$(pkg-config --variable=includedir gkhost)
[ -f "$root/${includedir#"$root"}/gkhost/plugin.h" ] ||
  fail "includedir is $includedir, but plugin.h is not there"

# A plugin links nothing of gkhost's.
expect_equal "$(pkg-config --libs gkhost | tr -d ' ')" ""
export PKG_CONFIG_SYSROOT_DIR=$root
printf '#include <gkhost/transpose.h>\n' >"$tmp/use.c"
# shellcheck disable=SC2046,SC2086
$CC $(pkg-config --cflags gkhost) -c "$tmp/use.c" -o "$tmp/use.o" ||
  fail "the flags of pkg-config do not find the headers"
