#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Of the host's code, host/device alone knows which kinds of device there are.
# The languages that `gkhost new` writes plugins in, and what it writes, are no devices.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cd "$top_srcdir"
find host report -name '*.[ch]' ! -path 'host/device/*' \
  ! -name 'new-plugin.[ch]' ! -name embedded.c \
  -exec grep -i -l cuda {} + >"$tmp/files" || :
while read -r file; do
  # Comments may take one as an example.
  # shellcheck disable=SC2086
  $CC -fpreprocessed -dD -E -P "$file" | grep -i cuda | sed "s|^|$file: |" || :
done <"$tmp/files" >"$tmp/found"
[ ! -s "$tmp/found" ] || {
  cat "$tmp/found" >&2
  fail 'a kind of device is named outside of host/device'
}

# What every side may link knows no kind's code.
cd "$top_builddir"
object=$(find host/device -name '*-kinds.o' | sed -n 1p)
[ -n "$object" ] || fail 'no object of host/device/kinds.c'
nm -u "$object" | grep -e '_backend' -e '_open' -e '_probe' >"$tmp/undefined" || :
[ ! -s "$tmp/undefined" ] || {
  cat "$tmp/undefined" >&2
  fail 'host/device/kinds.c refers to the code of a kind'
}
