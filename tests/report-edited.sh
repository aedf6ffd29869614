#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A record whose figures are not those of its samples is refused, with its line
# and the figure, by all that reads records; what gkhost wrote is read.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[copy]\naudit = no\nrows = 40\ncols = 40\nvariant = cpu-*\nmax_samples = 20\n' \
  >"$tmp/copy.ini"
expect_status 0 gkhost -c "$tmp/copy.ini" -o "$tmp/run.jsonl"
expect_status 0 gkhost report "$tmp/run.jsonl"
for file in "$top_srcdir"/results/*.jsonl; do
  gkhost report "$file" >"$tmp/out" 2>"$tmp/err" || [ $? -eq 1 ] || fail "$file"
done

# refused SED FIELD MORE: the run with its third record changed so.
refused ()
{
  sed "3$1" "$tmp/run.jsonl" >"$tmp/edited.jsonl"
  ! cmp -s "$tmp/run.jsonl" "$tmp/edited.jsonl" || fail "nothing was changed by $1"
  expect_status 2 gkhost report "$tmp/edited.jsonl"
  expect_grep "edited.jsonl:3: case 1 contradicts itself: $2 is $3"
}

refused 's/"median_s":/&0.1e-9,"was":/' time.median_s '1e-10, but its samples have [0-9.e-]*;'
refused 's/"min_s":/&1e-12,"was":/' time.min_s '1e-12, but'
refused 's/"max_s":/&9,"was":/' time.max_s '9, but'
refused 's/"mean_s":/&9,"was":/' time.mean_s '9, but'
refused 's/"samples":/&7777,"was":/' time.samples '7777, but time.values has '
refused 's/"values":"/&#/' time.values 'not binary32 in base64'
refused 's/"rate":{"value":/&1e15,"was":/' rate.value '1e+15, but work.bytes over time.median_s is'

expect_status 2 gkhost compare "$tmp/run.jsonl" "$tmp/edited.jsonl"
expect_grep 'edited.jsonl:3: case 1 contradicts itself'
expect_status 2 gkhost -c "$tmp/copy.ini" -o "$tmp/edited.jsonl" --resume
expect_grep 'edited.jsonl:3: case 1 contradicts itself'
expect_status 2 gkhost report "$tmp/edited.jsonl" --format csv

# Files that are merged are read without the one that was changed.
sed 's/"host":{"name":"[^"]*"/"host":{"name":"other"/' "$tmp/run.jsonl" >"$tmp/other.jsonl"
expect_status 1 gkhost report "$tmp/run.jsonl" "$tmp/other.jsonl" "$tmp/edited.jsonl"
expect_grep 'edited.jsonl:3: case 1 contradicts itself'
