#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A family whose teardown fails is told by a resumed run, too, wherever the run
# before it was killed: before anybody saw the end of the last problem, or
# behind that.
source "${top_srcdir:-.}/tests/functions.sh"

printf '[broken]\nfault = none, teardown-crashes\nmax_time = 1ms\ntimeout = 5\n' \
  >"$tmp/a.ini"
resume ()
{
  gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" --resume \
    -p "$top_builddir/tests/plugins/.libs/broken-family.so"
}
expect_status 1 resume
cp "$tmp/run.jsonl" "$tmp/whole.jsonl"
expect_equal "$(sed 's/^{"type":"\([a-z]*\).*/\1/' "$tmp/run.jsonl" |
  tr '\n' ' ')" 'run case case case case fault end '

# Killed behind each of the lines.
for lines in 1 2 3 4 5 6; do
  head -n "$lines" "$tmp/whole.jsonl" >"$tmp/run.jsonl"
  expect_status 1 resume
  gkhost report "$tmp/run.jsonl" >"$tmp/again"
  cmp "$tmp/out" "$tmp/again"
  expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 4
  expect_equal "$(count_records "$tmp/run.jsonl" type=fault)" 1
  expect_grep '"faults":1' "$tmp/run.jsonl"
done
