#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The record has which of its paths a variant's timed launches took, or how many
# took each, and the work of that path; what it takes on other data before them
# does not count.
source "${top_srcdir:-.}/tests/functions.sh" || exit

paths=(-p "$top_builddir/plugins/reduce/.libs/reduce.so"
  -p "$top_builddir/tests/plugins/.libs/paths.so")
printf '[reduce]\nvariant = %s\ncols = 1000\ndtype = f32\nmax_time = 10ms\n' \
  'by-data, in-turns, silent, unnamed, refused, astray' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" "${paths[@]}"
expect_no_grep '^variant.*path' "$tmp/out"

# path VARIANT: what its record says.
path ()
{
  records "$tmp/run.jsonl" type=case "variant=$1" status=ok |
    sed -n 's/.*"path":"\([^"]*\)".*/\1/p'
}

expect_equal "$(path by-data)" plain
records "$tmp/run.jsonl" variant=by-data status=ok >"$tmp/record"
expect_grep '"ops":999[.,]' "$tmp/record"
expect_grep '"variant_work":{"ops":1998[^}]*"op_class":"f64"' "$tmp/record"
path in-turns >"$tmp/mixed"
expect_grep '^mixed: [1-9][0-9]* integers, [1-9][0-9]* plain$' "$tmp/mixed"
read -r _ first _ second _ <"$tmp/mixed"
# A launch on planted numbers, which does not count, shifts the turns: the more
# launches a machine makes, the more often.
more=$((first > second ? first - second : second - first))
[ "$more" -le $((9 + (first + second) / 20)) ] ||
  fail "of launches in turns $first took one path and $second the other"
records "$tmp/run.jsonl" variant=silent status=ok >"$tmp/record"
expect_no_grep '"path"' "$tmp/record"
expect_equal "$(count_records "$tmp/run.jsonl" variant=silent status=ok)" 1
expect_status 0 gkhost report "$tmp/run.jsonl" --format csv
expect_equal "$(head -n 1 "$tmp/out" | tr , '\n' | grep -cx path)" 1
expect_grep ',plain,' "$tmp/out"

# reason VARIANT STATUS TEXT
reason ()
{
  records "$tmp/run.jsonl" "variant=$1" "status=$2" >"$tmp/record"
  expect_grep "\"reason\":\"[^\"]*$3" "$tmp/record"
}

reason unnamed failed 'paths may name up to 8 paths, by 1 to 31 bytes each, and'
reason refused failed 'these have no names'
reason astray crashed ' in paths, or while the host read the counters that it re'

# On a device, by the driver.
expect_status 0 driver_copy counted 'max_samples = 10'
records "$tmp/run.jsonl" variant=counted status=ok >"$tmp/record"
expect_grep '"path":"by-driver"' "$tmp/record"
