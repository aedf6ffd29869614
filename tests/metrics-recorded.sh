#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A case's record has the metrics that its family and its variant set, the last value of
# each name; so does CSV.  Neither replaces the other's, and the next case has its own.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[%s]\nvariant = %s\nmax_time = 1ms\n' metrics 'right, none' \
  copy cpu-stream >"$tmp/a.ini"
printf 'rows = 8\ncols = 8\n' >>"$tmp/a.ini"

# metrics_of VARIANT: prints both fields of its record.
metrics_of ()
{
  records "$tmp/run.jsonl" type=case variant="$1" status=ok |
    grep -o '"metrics":{[^}]*}\|"metric_units":{[^}]*}' || :
}

family='"residual":0.5,"iterations":7.0'
for option in '' --in-process; do
  rm -f "$tmp/run.jsonl"
  expect_status 0 gkhost -c "$tmp/a.ini" -d cpu -o "$tmp/run.jsonl" $option \
    -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/metrics.so"
  expect_equal "$(metrics_of right)" "\
\"metrics\":{$family,\"variant/iterations\":12.0,\"variant/hit-rate\":87.5}
\"metric_units\":{\"residual\":\"1\",\"variant/hit-rate\":\"%\"}"
  expect_equal "$(metrics_of none)" "\"metrics\":{$family}
\"metric_units\":{\"residual\":\"1\"}"
  records "$tmp/run.jsonl" type=case variant=cpu-stream status=ok >"$tmp/copy"
  expect_no_grep '"metric' "$tmp/copy"
  [ -s "$tmp/copy" ] || fail 'copy did not run'
done

# column NAME: prints its cells of the variant right.
gkhost report "$tmp/run.jsonl" --format csv >"$tmp/csv"
column ()
{
  awk -F , -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    NR > 1 && $at["variant"] == "right" { print $at[name] }' "$tmp/csv"
}
expect_equal "$(column metrics)" \
  'residual=0.5 iterations=7 variant/iterations=12 variant/hit-rate=87.5'
expect_equal "$(column metric_units)" 'residual=1 variant/hit-rate=%'
