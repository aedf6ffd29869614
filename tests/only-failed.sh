#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# With --only-failed just those cases are run that did not pass in an earlier
# run, whatever they are measured with now.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock

{
  printf '[suite]\nmax_time = 1ms\ntimeout = 1\n'
  printf '[transpose]\nrows = 3\ncols = 5, 6\n'
  printf 'variant = right, wrong, crashes, fails, hangs, declines\n'
} >"$tmp/a.ini"
run ()
{
  gkhost -c "$tmp/a.ini" "$@" \
    -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
    -p "$top_builddir/tests/plugins/.libs/faults.so"
}
expect_status 1 run -o "$tmp/run.jsonl" -s transpose.cols=5
expect_grep '^6 cases: 1 ok, 1 wrong, 1 skipped, 1 failed, 1 crashed, 1 timeout$' \
  "$tmp/out"

expect_status 0 run --only-failed "$tmp/run.jsonl" --dry-run
expect_no_grep 'right\|declines' "$tmp/out"
for variant in wrong crashes fails hangs; do
  expect_equal "$(grep -c "/$variant\|  *$variant " "$tmp/out")" 1
done

# A longer limit of time is what many of them need.
expect_status 1 run --only-failed "$tmp/run.jsonl" -s '*.timeout=1.5' \
  -o "$tmp/again.jsonl"
expect_no_grep only-failed
expect_grep '^4 cases: 1 wrong, 1 failed, 1 crashed, 1 timeout$' "$tmp/out"
expect_equal "$(grep -o '"case":[0-9]*,' "$tmp/again.jsonl" | sort | tr -d '\n')" \
  '"case":0,"case":1,"case":2,"case":3,'

# Of several runs in a file the last that has a case decides.
sed 's/"status":"wrong"/"status":"ok"/' "$tmp/again.jsonl" >"$tmp/later.jsonl"
cat "$tmp/run.jsonl" "$tmp/later.jsonl" >"$tmp/both.jsonl"
expect_status 0 run --only-failed "$tmp/both.jsonl" --dry-run
expect_no_grep wrong "$tmp/out"
expect_grep crashes "$tmp/out"
run --only-failed - --dry-run <"$tmp/both.jsonl" | cmp - "$tmp/out"

# Some, or all, are not in the suite; none failed; there is no such file.
expect_status 0 run --only-failed "$tmp/run.jsonl" --only '*/fails' --dry-run
expect_grep 'of the 4 cases that failed in .*run.jsonl only 1 are among those'
expect_status 2 run --only-failed "$tmp/run.jsonl" --only '*/right'
expect_grep '^gkhost: --only-failed: none of the 4 cases that failed in '
grep -e '"type":"run"' -e '"status":"ok"' "$tmp/run.jsonl" >"$tmp/good.jsonl"
expect_status 2 run --only-failed "$tmp/good.jsonl" -o "$tmp/none.jsonl"
expect_grep 'every case in .*good.jsonl passed or was skipped: there is nothing to run again'
[ ! -e "$tmp/none.jsonl" ] || fail 'a file was made for nothing'
expect_status 2 run --only-failed "$tmp/none.jsonl"
expect_grep "none.jsonl can't be read: No such file"
expect_status 2 run --only-failed "$tmp/a.ini"
expect_grep 'this is not a file of records'

# It would be written over.
cp "$tmp/run.jsonl" "$tmp/before"
expect_status 2 run --only-failed "$tmp/run.jsonl" -o "$tmp/run.jsonl"
expect_grep "^gkhost: -o $tmp/run.jsonl would write over"
cmp "$tmp/run.jsonl" "$tmp/before"
expect_status 2 gkhost report "$tmp/run.jsonl" --only-failed "$tmp/run.jsonl"
expect_grep '^gkhost: report does not accept --only-failed'

# A list of cases has those only, too.
expect_status 0 gkhost list -c "$tmp/a.ini" --only-failed "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
  -p "$top_builddir/tests/plugins/.libs/faults.so"
expect_grep wrong "$tmp/out"
expect_no_grep right "$tmp/out"
expect_status 2 gkhost list --only-failed "$tmp/run.jsonl"
expect_grep '^gkhost: list without -c does not accept --only-failed'
