#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost-plugin(3) has every callback, field and constant of plugin.h.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/docs-functions.sh"

header=$top_srcdir/include/gkhost/plugin.h
page=$man/gkhost-plugin.3

# Members of structs, but for those of the device, whose comments are enough;
# and the words that begin with GK_, less what is for the compiler.
awk '
  /^typedef struct gk_device /, /^} gk_device;/ { next }
  /^(typedef )?struct .*\{/ { on = 1; next }
  /^}/ { on = 0 }
  on && match ($0, /\(\*[a-z_]+\)/) {
    print substr ($0, RSTART + 2, RLENGTH - 3)
    next
  }
  on && /^  [a-z]/ {
    sub (/;.*/, "")
    gsub (/\[[^]]*\]/, "")
    n = split ($0, part, /,/)
    for (i = 1; i <= n; i++) {
      sub (/.*[ *]/, "", part[i])
      print part[i]
    }
  }' "$header" | grep '^[a-z_]*$' | sort -u >"$tmp/names"
grep -o 'GK_[A-Z0-9_]*' "$header" |
  grep -v -x -e 'GK_EXTERN_C' -e 'GK_EXPORT' -e 'GK_ENTRY_NAME' |
  sort -u >"$tmp/constants"
for name in launch prepare workspace verify_data poison option_size vary; do
  expect_grep "^$name\$" "$tmp/names"
done

missing=$(cat "$tmp/names" "$tmp/constants" | while read -r name; do
  grep -q -w -e "$name" "$page" || echo "$name"
done)
# Element types are in gkhost.ini(5), by their names there.
missing=$(printf '%s\n' "$missing" |
  grep -v -x -E 'GK_(I8|I16|I32|I64|F16|BF16|F32|F64|C64|C128|U8|TF32)' || :)
[ -z "$missing" ] || fail "gkhost-plugin(3) lacks: $missing"
