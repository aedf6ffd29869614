#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# --columns appends to the table of a run, and of a report, metrics that plugins set and
# the time of prepare; without it the table is the same as ever.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100
printf '[metrics]\nvariant = right, none\nmax_time = 20ms\n' >"$tmp/a.ini"
run=(-c "$tmp/a.ini" -d cpu -o "$tmp/run.jsonl"
  -p "$top_builddir/tests/plugins/.libs/metrics.so")

# expect_columns: the table in $tmp/out has them behind its own, for a name without
# prefix the family's metric.
expect_columns ()
{
  tr -s ' ' <"$tmp/out" >"$tmp/table"
  expect_grep '^variant .* verified iterations iterations hit-rate nothing prepare_s$' \
    "$tmp/table"
  expect_grep '^right.* yes.* 7 12 87.5% - [0-9.]* [mun]*s$' "$tmp/table"
  expect_grep '^none.* yes.* 7 - - - [0-9.]* [mun]*s$' "$tmp/table"
  expect_grep '^no row has nothing; ' "$tmp/out"
}

# Wide enough for all of them.
export COLUMNS=200
names=iterations,variant/iterations,hit-rate,nothing,prepare_s
expect_status 0 gkhost "${run[@]}" --columns "$names"
expect_columns
expect_status 0 gkhost report "$tmp/run.jsonl" --columns "$names"
expect_columns

# The rest of the report is as it is without.
expect_status 0 gkhost report "$tmp/run.jsonl" --columns hit-rate
sed -E 's/ +(hit-rate|87\.5%|-)$//' "$tmp/out" >"$tmp/cut"
gkhost report "$tmp/run.jsonl" | diff "$tmp/cut" - || fail 'other parts have changed'

# Markdown has them, too, and a page is repeated without them.
expect_status 0 gkhost report "$tmp/run.jsonl" --format markdown --columns residual,hit-rate
expect_grep '^| variant .* | verified | residual | hit-rate |$' "$tmp/out"
expect_grep '^| right.* | 0.500 | 87.5% |$' "$tmp/out"
gkhost report "$tmp/run.jsonl" --format html >"$tmp/page"
expect_grep 'gkhost -c .*a\.ini' "$tmp/page"
expect_no_grep '--columns' "$tmp/page"

# expect_refused MESSAGE ARG...
expect_refused ()
{
  expect_status 2 gkhost "${@:2}"
  expect_grep "$1"
}
for names in '' 'a,' Upper variant/ variant/variant/a; do
  expect_refused '^gkhost: --columns' report "$tmp/run.jsonl" --columns "$names"
done
expect_refused 'room for 7' report "$tmp/run.jsonl" --columns a,b,c,d,e,f,g,h
for format in csv jsonl junit html openmetrics; do
  expect_refused 'adds to a table' report "$tmp/run.jsonl" --columns a --format "$format"
done
expect_refused 'adds to a table' -c "$tmp/a.ini" -o - --columns a
mkdir "$tmp/hosts"
awk -v hosts=2 -v gpus=1 -v cases=2 -v noise=0.005 -v "to=$tmp/hosts" \
  -f "$top_srcdir/tests/many-hosts.awk"
expect_refused 'several hosts has no rows' report "$tmp"/hosts/* --columns a
expect_refused '--dry-run runs nothing' "${run[@]}" --dry-run --columns a
