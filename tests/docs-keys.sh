#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost.ini(5) has every key of the host with its default, and no other.
source "${top_srcdir:-.}/tests/functions.sh"
source "$top_srcdir/tests/docs-functions.sh"

# key=default, where "none" is no default.
awk '
  /^  \[KEY_/ { name = ""; value = "none" }
  match ($0, /\.name = "[a-z_]*"/) { name = substr ($0, RSTART + 9, RLENGTH - 10) }
  match ($0, /\.value = "[^"]*"/) { value = substr ($0, RSTART + 10, RLENGTH - 11) }
  /^  },/ && name != "" { print name "=" value; name = "" }
' "$top_srcdir/host/suite/keys.c" >"$tmp/keys"
awk '
  /^\.Sh KEYS/ { on = 1 }
  on && /^\.Sh EXAMPLES/ { exit }
  on && /^\.It Ic / { name = $3 }
  /^Default: / { sub (/^Default: /, ""); sub (/\.$/, ""); print name "=" $0 }
' "$man/gkhost.ini.5" >"$tmp/page"
same_lines host/suite/keys.c "$tmp/keys" 'gkhost.ini(5)' "$tmp/page"

# The ranges, as the program itself tells them.
for key in warmup min_samples max_samples min_time max_time noise timeout seed; do
  printf '[copy]\n%s = -1\n' "$key" >"$tmp/a.ini"
  expect_status 2 gkhost -c "$tmp/a.ini" --dry-run
  range=$(sed -n 's/.*out of range: write //p' "$tmp/err")
  [ -n "$range" ] || fail "$key took -1"
  sed -n "/^\.It Ic $key\$/,/^\.It/p" "$man/gkhost.ini.5" >"$tmp/item"
  expect_grep ", $range\( s\)\?\.\$" "$tmp/item"
done
