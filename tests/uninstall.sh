#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# make uninstall leaves no file, and no folder that was gkhost's own; a folder in
# which another package has a file stays.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# It runs make alone.
requires_unsanitized
root=$tmp/root
install_into "$root"
plugins=$(dirname "$(installed "$root" gkhost/plugins/copy.so)")

uninstall ()
{
  "$MAKE" -C "$top_builddir" uninstall DESTDIR="$root" \
    >"$tmp/uninstall.log" 2>&1 || {
    cat "$tmp/uninstall.log" >&2
    fail "make uninstall failed"
  }
}

touch "$plugins/other.so"
uninstall
expect_equal "$(find "$root" -type f)" "$plugins/other.so"

install_into "$root"
rm "$plugins/other.so"
uninstall
expect_equal "$(find "$root" ! -type d; find "$root" -mindepth 1 -name '*gkhost*')" ""
