#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# When a plugin was rebuilt before a run is resumed its cases are run again, as
# are those of the families that it brings, and the report says so; others are
# not.
source "${top_srcdir:-.}/tests/functions.sh" || exit

{
  printf '[suite]\nmax_time = 1ms\n'
  printf '[transpose]\nrows = 3\ncols = 5\nvariant = cpu-naive, right\n'
  printf '[copy]\nrows = 3\ncols = 5\nvariant = cpu-memcpy\n'
} >"$tmp/a.ini"
for plugin in plugins/transpose/.libs/transpose.so plugins/copy/.libs/copy.so \
  tests/plugins/.libs/faults.so; do
  cp "$top_builddir/$plugin" "$tmp"
done
resume ()
{
  gkhost -c "$tmp/a.ini" -p "$tmp/transpose.so" -p "$tmp/copy.so" \
    -p "$tmp/faults.so" -o "$tmp/run.jsonl" --resume
}

# ran FAMILY VARIANT TIMES: so often in all, since the file began.
ran ()
{
  expect_equal "$(count_records "$tmp/run.jsonl" type=case "family=$1" \
    "variant=$2")" "$3"
}

expect_status 0 resume
expect_no_grep rebuilt "$tmp/out"

# A copy, and a younger file, are the same build.
cp "$tmp/copy.so" "$tmp/new.so"
mv "$tmp/new.so" "$tmp/copy.so"
touch "$tmp/faults.so"
expect_status 0 resume
expect_grep 'none is run'

# What is behind the sections of a shared object does nothing.
rebuild ()
{
  cp "$tmp/$1.so" "$tmp/new.so"
  echo "another build" >>"$tmp/new.so"
  mv "$tmp/new.so" "$tmp/$1.so"
}
rebuild faults
expect_status 0 resume
expect_grep "^gkhost: plugin faults was rebuilt since $tmp/run.jsonl was written"
expect_grep '^rebuilt before the run was resumed: faults;' "$tmp/out"
ran transpose right 2
ran transpose cpu-naive 1
ran copy cpu-memcpy 1
expect_grep '^3 cases: 3 ok$' "$tmp/out"

# A family's plugin judges the variants of others.
rebuild transpose
expect_status 0 resume
ran transpose right 3
ran transpose cpu-naive 2
ran copy cpu-memcpy 1
for format in table markdown; do
  gkhost report "$tmp/run.jsonl" --format "$format" >"$tmp/out"
  expect_grep '^rebuilt before the run was resumed: faults, transpose;' "$tmp/out"
  expect_grep '^3 cases: 3 ok' "$tmp/out"
done

# Results of a build before never stand beside those of the new one, however
# soon the resumed run ends.
rebuild copy
resume >"$tmp/out" 2>&1
grep -n '"type":"run"' "$tmp/run.jsonl" | tail -n 1 | cut -d : -f 1 >"$tmp/line"
head -n "$(cat "$tmp/line")" "$tmp/run.jsonl" >"$tmp/short.jsonl"
expect_status 1 gkhost report "$tmp/short.jsonl"
expect_grep '^2 cases: 2 ok$' "$tmp/out"
expect_grep 'the run has no end: it was cut short, or goes on' "$tmp/out"
