#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Reports show the time of a suspect row, say why it is suspect, and compare
# nothing with it: it is no baseline, has no speed-up and wins no sweep.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# row NUMBER VARIANT WORDS MICROSECONDS MORE: a record of a sweep of words.
row ()
{
  printf '{"type":"case","case":%d,"job":"j","family":"copy","variant":"%s",' \
    "$1" "$2"
  printf '"tunables":{"words":%d},"tuned":{"words":%d},"device":"cuda:0",' \
    "$3" "$3"
  printf '"params":{"rows":9},"mode":{"cache":"cold"},"status":"ok",'
  printf '"baseline":"quick","verify":{"done":true},'
  printf '"time":{"median_s":%se-6,"spread":0.01,"samples":9,"settled":true},' \
    "$4"
  printf '"rate":{"value":%se9,"unit":"FLOP/s"}%s}\n' "$(((100 / $4) * 90))" "$5"
}

why=',"verdicts":["suspect"],"reason":"too good to be true"'
{
  printf '{"type":"run","format":2}\n'
  row 0 quick 1 1 "$why"
  row 1 slow 1 90 ''
  row 2 slow 2 45 ''
  row 3 wrong 1 1 "$why"
  printf '{"type":"end"}\n'
} | sed '5s/"status":"ok"/"status":"wrong"/' >"$tmp/run.jsonl"

expect_status 1 gkhost report "$tmp/run.jsonl"
cp "$tmp/out" "$tmp/table"
expect_grep '^quick words=1  1.00 us     1.0%  *9000  *-  yes, suspect$' "$tmp/table"
expect_grep '^    too good to be true$' "$tmp/table"
expect_grep '^slow words=1 .*  baseline  yes$' "$tmp/table"
expect_grep '^slow words=2 .*  2.00x  yes$' "$tmp/table"
expect_grep '^wrong words=1  *-  .*  WRONG$' "$tmp/table"
expect_grep 'speed-up over slow (the named baseline, quick, has no time)' \
  "$tmp/table"
expect_grep '^4 cases: 3 ok (1 suspect), 1 wrong$' "$tmp/table"
expect_grep '^suspect: j/quick words=1 ' "$tmp/table"
expect_grep '^    slow words=2: 45.0 us$' "$tmp/table"
# The unit is that of rates that count.
expect_grep '  GFLOP/s  ' "$tmp/table"

gkhost report "$tmp/run.jsonl" --format markdown >"$tmp/page" || :
expect_grep '^| quick words=1 | 1.00 us | 1.0% | 9000 | - | yes, suspect |$' \
  "$tmp/page"
expect_grep '^- suspect: j/quick .*: too good to be true$' "$tmp/page"
expect_grep '^- wrong: j/wrong .*: too good to be true$' "$tmp/page"
expect_grep '| slow words=2: 45.0 us |$' "$tmp/page"

gkhost report "$tmp/run.jsonl" --format csv >"$tmp/csv"
column=$(head -n 1 "$tmp/csv" | tr , '\n' | grep -n -x verdicts)
expect_equal "$(cut -d , -f "${column%%:*}" "$tmp/csv" | tr '\n' ' ')" \
  'verdicts suspect   suspect '

gkhost report "$tmp/run.jsonl" --format jsonl >"$tmp/again"
expect_equal "$(grep -c '"verdicts":\["suspect"\]' "$tmp/again")" 2
expect_equal "$(gkhost report "$tmp/again")" "$(cat "$tmp/table")"
