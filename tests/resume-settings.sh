#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A run that is resumed with other cases or settings takes over what is the same
# in all that was asked for, whatever its number was; what it does not ask for
# stays in the file, and is taken up when it is asked for again.
source "${top_srcdir:-.}/tests/functions.sh" || exit

{
  printf '[suite]\nmax_time = 1.7ms\nmin_time = 0.3ms\n'
  printf '[a]\nfamily = copy\nrows = 3\ncols = 1..3\nvariant = cpu-memcpy\n'
  printf '[b]\nfamily = copy\nrows = 3\ncols = 5\nvariant = cpu-memcpy\n'
} >"$tmp/a.ini"
resume ()
{
  gkhost -c "$tmp/a.ini" -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -o "$tmp/run.jsonl" --resume "$@"
}

# medians: those of the report, in order.
medians ()
{
  gkhost report "$tmp/run.jsonl" --format csv |
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "median_s") m = i; next }
      { print $2, $m }'
}

# same_report: the run's is that of its records.
same_report ()
{
  gkhost report "$tmp/run.jsonl" >"$tmp/again"
  cmp "$tmp/out" "$tmp/again"
}

expect_status 0 resume
medians >"$tmp/first"
lines=$(wc -l <"$tmp/run.jsonl")

# Only some of them: nothing is run, yet the report is of those.
expect_status 0 resume --only 'b/*'
expect_grep 'has the results of 1 of 1 cases: none is run'
expect_grep '3 results are of no case of this run, and are left out of the report'
expect_equal "$(medians)" "$(grep '^b ' "$tmp/first")"
same_report
expect_grep '^1 case: 1 ok$' "$tmp/out"

# All of them again, which the file still has.
expect_status 0 resume
expect_grep 'has the results of 4 of 4 cases: none is run'
expect_no_grep 'left out'
medians | cmp - "$tmp/first"
same_report

# What is measured otherwise is run again, the rest is not.
expect_status 0 resume -s a.noise=0.25
expect_grep 'has the results of 1 of 4 cases'
expect_equal "$(medians | grep '^b ')" "$(grep '^b ' "$tmp/first")"
same_report
expect_status 0 resume -s a.cols=2,9
expect_grep 'has the results of 2 of 3 cases'
same_report
medians | cut -d ' ' -f 1 | tr '\n' ' ' >"$tmp/jobs"
expect_equal "$(cat "$tmp/jobs")" 'a a b '

# What reports compare with is no setting, though a record says it.
expect_status 0 resume
expect_status 0 resume -s b.baseline=cpu-memcpy
expect_grep 'has the results of 4 of 4 cases: none is run'
same_report
expect_grep '"job":"b",.*"baseline":"cpu-memcpy"' "$tmp/run.jsonl"
[ "$lines" -lt "$(wc -l <"$tmp/run.jsonl")" ]
