#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What `gkhost new FAMILY NAME` writes in C builds without a warning, is sound,
# and is timed beside another variant.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/new-functions.sh"

install_for_plugins
for family in copy transpose matmul; do
  # One name is a word of C, make and CMake.
  new "test-$family" "$family" "test-$family"
  build "test-$family" CC="$CC" \
    CFLAGS='-O2 -Wall -Wextra -Wshadow -Wstrict-prototypes -pedantic -Werror'
done
passes test-copy test-copy 1
passes test-transpose test-transpose 1
passes test-matmul test-matmul 2

# Installed, it is found without -p; and it leaves as it came.
expect_status 0 "$MAKE" -C "$tmp/test-copy" plugindir="$plugindir" \
  DESTDIR="$tmp/there" install
[ -f "$tmp/there$plugindir/test-copy.so" ] || fail "make install did not"
expect_status 0 "$MAKE" -C "$tmp/test-copy" plugindir="$plugindir" clean
[ ! -e "$tmp/test-copy/test-copy.so" ] || fail "make clean did not"

# Without a gkhost the makefile says what to do.
expect_status 2 env PKG_CONFIG_PATH=/nowhere PKG_CONFIG_LIBDIR=/nowhere \
  "$MAKE" -C "$tmp/test-copy"
expect_grep 'pkg-config does not find gkhost: have PKG_CONFIG_PATH name'
