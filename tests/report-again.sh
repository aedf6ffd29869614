#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A report can be made again from the records, in each format, also of files that
# were put together: each run has a report of its own; where that can't be told
# apart it is refused.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 1 faults wrong
cp "$tmp/out" "$tmp/first"
# What programs read is 0 whatever became of the cases.
for format in 1:table 0:csv 1:markdown 0:jsonl; do
  expect_status ${format%:*} gkhost report "$tmp/run.jsonl" --format "${format#*:}"
  expect_grep right "$tmp/out"
done
expect_status 2 gkhost report "$tmp/none.jsonl"
expect_grep "none.jsonl"
cmp "$tmp/first" <(gkhost report "$tmp/run.jsonl")
cmp "$tmp/first" <(gkhost report - <"$tmp/run.jsonl")
for file in faults.ini report.csv; do
  [ -f "$tmp/$file" ] || gkhost report "$tmp/run.jsonl" --format csv >"$tmp/$file"
  expect_status 2 gkhost report "$tmp/$file"
  expect_grep "$file: this is not a file of records: name one that gkhost wrote with"
done

# Records may be another's: nothing in them speaks to the terminal.
sed 's/"\(variant\|device\|name\|unit\)":"/&\\u001b[31m/g' "$tmp/run.jsonl" \
  >"$tmp/odd.jsonl"
escape=$(printf '\033')
for format in table markdown; do
  expect_status 1 gkhost report "$tmp/odd.jsonl" --format "$format"
  expect_grep '31' "$tmp/out"
  expect_no_grep "$escape" "$tmp/out"
done

# ---- Several runs in a file ----

cp "$tmp/run.jsonl" "$tmp/first.jsonl"
expect_status 1 faults crashes
cp "$tmp/run.jsonl" "$tmp/second.jsonl"
cat "$tmp/first.jsonl" "$tmp/second.jsonl" >"$tmp/both.jsonl"

for format in table markdown jsonl; do
  for run in first second both; do
    gkhost report "$tmp/$run.jsonl" --format "$format" >"$tmp/$run" || :
  done
  {
    cat "$tmp/first"
    [ "$format" = jsonl ] || echo
    cat "$tmp/second"
  } | cmp - "$tmp/both"
done

expect_status 2 gkhost report "$tmp/both.jsonl" --format csv
expect_grep "both.jsonl has 2 runs, which rows of csv don't tell apart"
[ ! -s "$tmp/out" ] || fail 'rows were printed'
# As the message says.
line=$(sed 's/.*tail -n +\([0-9]*\).*/\1/' "$tmp/err")
gkhost report "$tmp/second.jsonl" --format csv >"$tmp/second"
tail -n "+$line" "$tmp/both.jsonl" | gkhost report - --format csv |
  cmp - "$tmp/second"

# The first was killed in the midst of a line.
head -c -20 "$tmp/first.jsonl" >"$tmp/both.jsonl"
cat "$tmp/second.jsonl" >>"$tmp/both.jsonl"
expect_status 1 gkhost report "$tmp/both.jsonl"
expect_grep 'both.jsonl:4: a record was cut short, and is left out; another begins'
expect_equal "$(grep -c '^2 cases: ' "$tmp/out")" 2
expect_grep '^the run has no end: it was cut short, or goes on$' "$tmp/out"
# One that did not end with all of its cases is none that passed.
sed 's/"status":"crashed"/"status":"skipped"/' "$tmp/second.jsonl" >"$tmp/good.jsonl"
expect_status 0 gkhost report "$tmp/good.jsonl"
while IFS='|' read -r what edit; do
  sed "$edit" "$tmp/good.jsonl" >"$tmp/cut.jsonl"
  expect_status 1 gkhost report "$tmp/cut.jsonl"
  expect_grep "^the run $what" "$tmp/out"
  for format in csv jsonl junit html; do
    expect_status 1 gkhost report "$tmp/cut.jsonl" --format "$format"
    expect_grep "cut.jsonl: the run $what"
    [ -s "$tmp/out" ] || fail 'nothing was printed'
  done
done <<'END'
has no end: |$d
was interrupted$|$s/"cases"/"interrupted":true,&/
has 1 cases, and its end says 2$|2d
END

# ---- A record without the number of its problem is of the first one: it stands in
# that one's table ----

# row PROBLEM VARIANT MILLISECONDS
row ()
{
  printf '{"type":"case",%s"job":"j","family":"copy","variant":"%s",' "$1" "$2"
  printf '"device":"cpu","status":"ok","params":{"rows":9},"mode":{},'
  printf '"time":{"median_s":%s},"spent":{"total_s":1}}\n' "$3"
}

{
  echo '{"type":"run","format":2}'
  row '' a 2e-3
  row '"problem":0,' b 1e-3
} >"$tmp/run.jsonl"
expect_status 1 gkhost report "$tmp/run.jsonl"
expect_equal "$(grep -c '^j (copy): ' "$tmp/out")" 1
expect_grep '^b .* 2\.00x ' "$tmp/out"
