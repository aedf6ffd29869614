#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost.ini(5) has every key of the host with its default, and no other.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/docs-functions.sh"
plugins_of copy

# key=default, where "none" is no default; an item goes on in lines that are
# indented further.
gkhost list keys | awk '
  /^    [a-z]/ { if (item != "") print item; item = $0; next }
  /^     / { sub (/^ */, " "); item = item $0 }
  END { print item }
' | sed -n 's/^ *\([a-z_]*\) .*; default \([^;]*\).*/\1=\2/p' >"$tmp/keys"
awk '
  /^\.Sh KEYS/ { on = 1 }
  on && /^\.Sh EXAMPLES/ { exit }
  on && /^\.It Ic / { name = $3 }
  /^Default: / { sub (/^Default: /, ""); sub (/\.$/, ""); print name "=" $0 }
' "$man/gkhost.ini.5" >"$tmp/page"
same_lines 'gkhost list keys' "$tmp/keys" 'gkhost.ini(5)' "$tmp/page"

# The ranges, as the program itself tells them.
for key in warmup min_samples max_samples min_time max_time noise timeout seed; do
  printf '[copy]\n%s = -1\n' "$key" >"$tmp/a.ini"
  expect_status 2 gkhost -c "$tmp/a.ini" --dry-run
  range=$(sed -n 's/.*out of range: write //p' "$tmp/err")
  [ -n "$range" ] || fail "$key took -1"
  sed -n "/^\.It Ic $key\$/,/^\.It/p" "$man/gkhost.ini.5" >"$tmp/item"
  expect_grep ", $range\( s\)\?\.\$" "$tmp/item"
done
