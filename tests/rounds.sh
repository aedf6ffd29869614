#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A problem with rounds is done so many times over, each time in random order and
# each case in a process of its own; its rounds are one row of a report, and each
# is a record that a resumed run counts in.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '%s\n' '[suite]' 'rounds = 4' 'max_time = 0' 'min_samples = 1' \
  '[copy]' 'rows = 3, 4' 'cols = 5' 'variant = pid-*, narrow' >"$tmp/a.ini"
run=(gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
  -p "$top_builddir/plugins/copy/.libs/copy.so"
  -p "$top_builddir/tests/plugins/.libs/pids.so")

expect_status 0 "${run[@]}"
cp "$tmp/out" "$tmp/report"

# One row a case, and one skip, whatever the rounds.
expect_equal "$(grep -c '^pid-[a-e] ' "$tmp/report")" 10
expect_grep '^pid-b .* [0-9.]*x *yes\(, .*\)*$' "$tmp/report"
expect_grep '^12 cases: 10 ok, 2 skipped$' "$tmp/report"
expect_grep 'max_time=0s, 4$' "$tmp/report"
expect_grep '^    rounds, on cpu$' "$tmp/report"

# Each round has its record, and nothing else has one.
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 40
expect_equal "$(grep -c '"round":3' "$tmp/run.jsonl")" 10
expect_equal "$(grep -c '"status":"skipped"' "$tmp/run.jsonl")" 2

# A fresh process each, which says its number.
grep -o 'process [0-9]*' "$tmp/run.jsonl" | sort -u >"$tmp/processes"
expect_equal "$(wc -l <"$tmp/processes")" 40

# The rounds of a problem come one after the other, and in each the order is
# another: of 5! orders eight are not all the same.
sed -n 's/.*"case","case":\([0-9]*\),.*"problem":\([01]\),.*"round":\([0-9]\),.*/\2\3/p' \
  "$tmp/run.jsonl" >"$tmp/rounds"
sed -n 's/.*"problem":\([01]\),.*"variant":"pid-\(.\)".*"round":\([0-9]\).*/\1\3 \2/p' \
  "$tmp/run.jsonl" >"$tmp/order"
expect_equal "$(cut -d ' ' -f 1 "$tmp/order" | uniq | tr '\n' ' ')" \
  '00 01 02 03 10 11 12 13 '
orders=$(awk '{ if ($1 != last) print order; order = $1 != last ? $2 : order $2
  last = $1 } END { print order }' "$tmp/order" | sort -u | grep -c .)
[ "$orders" -gt 1 ] || fail 'each round has the same order'

# What is missing is run again, and no more.
grep -v '"round":2' "$tmp/run.jsonl" | grep -v '"type":"end"' >"$tmp/cut.jsonl"
mv "$tmp/cut.jsonl" "$tmp/run.jsonl"
expect_status 0 "${run[@]}" --resume
expect_grep 'has the results of 32 of 42 cases: the others are run$'
expect_grep '^12 cases: 10 ok, 2 skipped$' "$tmp/out"
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 40

# A round that fails stands for all.
awk '/"round":2/ && !n++ {
    sub (/"status":"ok"/, "\"status\":\"wrong\",\"reason\":\"it is off\"")
  } { print }' "$tmp/run.jsonl" >"$tmp/wrong.jsonl"
expect_status 1 gkhost report "$tmp/wrong.jsonl"
expect_grep 'it is off' "$tmp/out"
expect_grep '^12 cases: 9 ok, 1 wrong, 2 skipped$' "$tmp/out"
