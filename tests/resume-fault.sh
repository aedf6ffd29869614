#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A family whose teardown fails is told by a resumed run, too, wherever the run
# before it was killed: before anybody saw the end of the last problem, or
# behind that.
source "${top_srcdir:-.}/tests/functions.sh" || exit

{
  printf '[broken]\nfault = none, teardown-crashes\nvariant = first, second\n'
  printf 'max_time = 1ms\ntimeout = 5\n'
} >"$tmp/a.ini"
resume ()
{
  gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" --resume \
    -p "$top_builddir/tests/plugins/.libs/broken-family.so"
}
expect_status 1 resume
cp "$tmp/run.jsonl" "$tmp/whole.jsonl"
cases=$(count_records "$tmp/run.jsonl" type=case)
lines=$(wc -l <"$tmp/run.jsonl")
expect_equal "$lines" $((cases + 3))
expect_equal "$(count_records "$tmp/run.jsonl" type=fault)" 1

# Killed behind each of the lines.
for ((n = 1; n < lines; n++)); do
  head -n "$n" "$tmp/whole.jsonl" >"$tmp/run.jsonl"
  expect_status 1 resume
  cmp "$tmp/out" <(gkhost report "$tmp/run.jsonl")
  expect_equal "$(count_records "$tmp/run.jsonl" type=case)" "$cases"
  expect_equal "$(count_records "$tmp/run.jsonl" type=fault)" 1
  expect_grep '"faults":1' "$tmp/run.jsonl"
done
