#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Where tunables were swept, in one job or across jobs, a report for people ends
# with the fastest row of each problem; a peer or a wrong result is none.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100

# naps FIRST SECOND: runs variants of tests/plugins/naps.c in two jobs of one
# problem, to which FIRST and SECOND are further lines; the records go to
# $tmp/run.jsonl.
naps ()
{
  printf '[suite]\nfamily = copy\nrows = 5\ncols = 7\nmax_time = 20ms
[first]\n%s\n[second]\n%s\n' "$1" "$2" >"$tmp/naps.ini"
  gkhost -c "$tmp/naps.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/naps.so"
}

# expect_fastest ROW: the last lines of the table are about it.
expect_fastest ()
{
  tail -n 3 "$tmp/out" >"$tmp/last"
  expect_equal "$(sed -n 1,2p "$tmp/last")" "fastest tunables of each problem
copy: rows=5 cols=7 dtype=f32 pad=0, cold cache, on cpu"
  expect_grep "^    $1: [0-9.]* ms, speed-up [0-9.e-]*x over peer$" \
    "$tmp/last"
}

expect_status 1 naps $'variant = idles, naps\nnap = 30, 5' 'variant = peer'
expect_fastest 'naps nap=5'
cp "$tmp/out" "$tmp/first"
diff "$tmp/first" <(gkhost report "$tmp/run.jsonl") ||
  fail 'the report that is made again is another'
gkhost report "$tmp/run.jsonl" --format markdown >"$tmp/page" || :
tail -n 4 "$tmp/page" >"$tmp/last"
expect_grep '^| problem | fastest |$' "$tmp/last"
expect_grep '^| copy: .*, on cpu | naps nap=5: .*x over peer |$' "$tmp/last"
expect_grep '^### fastest tunables of each problem$' "$tmp/page"
for format in csv jsonl; do
  gkhost report "$tmp/run.jsonl" --format "$format" >"$tmp/out"
  expect_no_grep 'fastest tunables of' "$tmp/out"
done

expect_status 0 naps $'variant = naps, peer\nnap = 5' $'variant = naps\nnap = 30'
expect_fastest 'naps nap=5'

# One combination, set or not, is not a sweep.
expect_status 0 naps $'variant = naps, peer\nnap = 2' 'variant = naps'
expect_grep '^naps nap=2 ' "$tmp/out"
expect_no_grep 'fastest tunables of' "$tmp/out"
