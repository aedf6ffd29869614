#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Once loaded, no address that the program or a plugin calls through can be
# overwritten: all were resolved, and their table is read-only.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires readelf --version
grep -q '^RELRO_LDFLAGS = .*now' "$top_builddir/Makefile" ||
  skip "needs a linker that takes -z relro -z now"

n=0
for file in "$top_builddir/host/gkhost" "$top_builddir"/plugins/*/.libs/*.so; do
  readelf -l -d -W "$file" >"$tmp/elf"
  grep -q 'GNU_RELRO' "$tmp/elf" || fail "$file has no GNU_RELRO"
  grep -q 'BIND_NOW\|FLAGS_1.*NOW' "$tmp/elf" || fail "$file has no BIND_NOW"
  n=$((n + 1))
done
[ "$n" -gt 4 ] || fail "only $n files were found"
