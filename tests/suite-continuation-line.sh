#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Indented lines continue the value above them, to any length; a blank line ends
# it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

dry_run ()
{
  gkhost --dry-run -c "$tmp/a.ini" -p "$top_builddir/plugins/copy/.libs/copy.so" \
    "$@"
}

cat >"$tmp/a.ini" <<END
[copy]
variant = cpu-memcpy, ; what there is to beat
  ; cpu-stream,
  cpu-threads
rows    =
    4, 5,
    6
cols = 4
END
expect_status 0 dry_run
expect_grep '^6 cases' "$tmp/out"
expect_status 0 dry_run -s 'copy.rows=7'
expect_grep '^2 cases' "$tmp/out"

# Windows' ends of lines.
sed -i 's/$/\r/' "$tmp/a.ini"
expect_status 0 dry_run
expect_grep '^6 cases' "$tmp/out"

# A value of 600 lines, and as long a one from the command line.
{
  printf '[copy]\nvariant = cpu-memcpy\ncols = 4\nrows = 1,\n'
  seq -f '    %g,' 2 599
  echo '    600'
} >"$tmp/a.ini"
expect_status 0 dry_run
expect_grep '^600 cases' "$tmp/out"
expect_status 0 dry_run -s "copy.rows=$(seq -s , 500)"
expect_grep '^500 cases' "$tmp/out"

# A message names the line on which the key stands, or the one that is wrong.
printf '[copy]\ncols = 4\nrows = 4,\n  x\nnone = 1\n' >"$tmp/a.ini"
expect_status 2 dry_run
expect_grep "a.ini:3: rows: .*'x'"
expect_grep "a.ini:5: unknown key 'none'"
printf '[copy]\n  rows = 4\n' >"$tmp/a.ini"
expect_status 2 dry_run
expect_grep 'a.ini:2: an indented line continues the value above it'
printf '[copy]\nrows = 4,\n\n  5\n' >"$tmp/a.ini"
expect_status 2 dry_run
expect_grep 'a.ini:4: an indented line continues the value above it'
