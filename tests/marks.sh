#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A table marks the fastest row of each block with those that can't be told from
# it, says how far speed-ups are to be trusted, and explains below what occurred
# in it, and nothing else.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# row VARIANT MICROSECONDS TIME [MORE]: a record of case $n, of problem $problem,
# to which TIME gives further members of its time, and MORE further ones.
n=0 problem=0
row ()
{
  printf '{"type":"case","case":%d,"problem":%d,"job":"j%d","family":"copy",' \
    "$((n++))" "$problem" "$problem"
  printf '"variant":"%s","device":"cpu","status":"ok","verify":{"done":true},' "$1"
  printf '"time":{"median_s":%se-6,"spread":0.03,"settled":true,%s}%s}\n' \
    "$2" "$3" "${4:-}"
}
sound='"samples":20,"error":0.01' one='"samples":1'

# table [STATUS]: reports the rows.
table ()
{
  { echo '{"type":"run","format":2}'; cat "$tmp/rows"; echo '{"type":"end"}'; } >"$tmp/run.jsonl"
  expect_status "${1-0}" gkhost report "$tmp/run.jsonl"
  n=0 problem=0
}

# The interval of the ratio is 2.8 % wide on either side.
{
  row base 300 "$sound"
  row first 100 "$sound"
  row near 102 "$sound"
  row far 104 "$sound"
  row single 101 "$one"
  row wide 103 '"samples":20,"error":0.3'
} >"$tmp/rows"
table
expect_grep '^base  *300 us   *3.0%  .* baseline  yes$' "$tmp/out"
expect_grep '^first  *100 us<  *3.0%  .* 2.92 to 3.08x  yes$' "$tmp/out"
expect_grep '^near  *102 us~  *3.0%  .* 2.86 to 3.02x  yes$' "$tmp/out"
expect_grep '^far  *104 us   .* 2.81 to 2.97x  yes$' "$tmp/out"
expect_grep '^single  *101 us   *-  .* 2.97x  yes, few$' "$tmp/out"
expect_grep '^wide  *103 us~  .* about 2.9x  yes' "$tmp/out"
expect_grep '^about  a ratio whose interval is wider than a factor of two$' "$tmp/out"
expect_grep '^<  the least time of its block$' "$tmp/out"
expect_grep '^~  not measurably slower than that$' "$tmp/out"
expect_grep '^to  the 95 % interval, within this run; rounds = 10 covers ' "$tmp/out"
expect_grep '^-  one sample: no spread and no interval$' "$tmp/out"
expect_grep '^few  too few samples: raise max_time, or max_samples$' "$tmp/out"
COLUMNS=60 gkhost report "$tmp/run.jsonl" >"$tmp/narrow"
grep -A1 '^to .* covers$' "$tmp/narrow" | grep -q '^    several processes$'
gkhost report "$tmp/run.jsonl" --format markdown >"$tmp/page"
expect_grep '^| near | 102 us\\~ | 3.0% .*| 2.86 to 3.02x | yes |$' "$tmp/page"
expect_grep '^| far | 104 us | ' "$tmp/page"
expect_grep "^\\\\<: the least time of its block" "$tmp/page"

# The fastest may have one sample: it is unknown which rows are slower.  A
# time that can't be true is no fastest, nor is a row without one.
{
  row base 300 "$sound"
  row liar 1 "$sound" ',"verdicts":["suspect"],"reason":"too good"'
  row single 100 "$one"
  row near 100.1 "$sound"
  row wrong 1 "$sound" | sed 's/"ok"/"wrong"/'
} >"$tmp/rows"
table 1
expect_equal "$(grep -c ' us<' "$tmp/out")" 1
expect_grep '^single  *100 us<' "$tmp/out"
expect_grep '^liar  *1.00 us   .* -  yes, suspect$' "$tmp/out"
expect_grep "^suspect  can't be true, for the reason given; " "$tmp/out"

# One row alone is not the fastest of anything, and a clean table has no legend.
{
  row alone 300 "$sound"
  problem=1
  row alone 400 "$sound"
} >"$tmp/rows"
table
expect_grep '^alone  *300 us  ' "$tmp/out"
expect_no_grep '<\|^to  \|^-  ' "$tmp/out"

# What a round does to both rows cancels: a hundredth is told where rounds
# differ by more.
# scaled MICROSECONDS: of round $round, of which some take up to 8 % longer.
scaled ()
{
  awk -v r="$round" -v us="$1" 'BEGIN { print us * (1 + 0.04 * (r % 3)) }'
}
for round in 0 1 2 3 4 5; do
  in_round=",\"round\":$round"
  row base "$(scaled 300)" "$sound" "$in_round"
  row first "$(scaled 100)" "$sound" "$in_round"
  row near "$(scaled 101.$((round % 2)))" "$sound" "$in_round"
  row same "$(scaled $((99 + round % 2 * 3)))" "$sound" "$in_round"
done >"$tmp/rows"
table
expect_grep '^first  *10[0-9] us<' "$tmp/out"
expect_grep '^near  *10[0-9] us   ' "$tmp/out"
expect_grep '^same  *10[0-9] us~' "$tmp/out"
expect_grep '^near .*[ 0-9.to]* 2.9[0-9]x  yes' "$tmp/out"
expect_no_grep '^to ' "$tmp/out"
