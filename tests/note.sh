#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A job's note stands above the first of its blocks, in the table and on a page,
# and is no part of what is measured: a run is resumed and compared whatever its
# notes say.
source "${top_srcdir:-.}/tests/functions.sh" || exit

{
  printf '[suite]\nmax_time = 1ms\nfamily = copy\nvariant = cpu-memcpy\n'
  printf 'rows = 3\n[a]\ncols = 1, 2\nnote = Of a: *one*\n  ; not this\n'
  printf '  and, 2 = two ; nor this\n[b]\ncols = 3\ncache = hot, cold\n[c]\n'
} >"$tmp/a.ini"
run ()
{
  gkhost -c "$tmp/a.ini" -p "$top_builddir/plugins/copy/.libs/copy.so" "$@"
}

# Shown once, as the records have it.
expect_status 0 run -s 'b.note=1. of b' -o "$tmp/run.jsonl"
sed '1,/^$/d' "$tmp/out" >"$tmp/table"
expect_equal "$(grep -c -x -e 'Of a: \*one\* and, 2 = two' "$tmp/table")" 1
expect_equal "$(sed -n 1,3p "$tmp/table" | cut -c 1-9)" \
  $'Of a: *on\n\na (copy):'
expect_equal "$(grep -A 2 -x '1\. of b' "$tmp/table" | cut -c 1-9)" \
  $'1. of b\n\nb (copy):'
expect_equal "$(grep -c '^b (copy)' "$tmp/table")" 2
gkhost report "$tmp/run.jsonl" | cmp - "$tmp/out"
gkhost report "$tmp/run.jsonl" --format markdown >"$tmp/page"
expect_equal "$(grep -A 2 -x 'Of a: \\\*one\\\* and, 2 = two' "$tmp/page" |
  cut -c 1-13)" $'Of a: \\*one\\*\n\n### a (copy):'
expect_equal "$(grep -c -x '1\\\. of b' "$tmp/page")" 1
expect_status 0 gkhost report "$tmp/run.jsonl" --format csv
expect_no_grep 'of b' "$tmp/out"
records "$tmp/run.jsonl" type=run >"$tmp/record"
a='{"name":"a","note":"Of a: \*one\* and, 2 = two"}'
expect_grep '"jobs":\['"$a"',{"name":"b","note":"1\. of b"}\]' "$tmp/record"

# With other notes nothing is run, and the report has the new ones; with the
# same ones nothing is written.
expect_status 0 run -o "$tmp/run.jsonl" --resume -s '*.note=the same' \
  -s b.note='of b, again'
expect_grep 'has the results of 5 of 5 cases: none is run'
expect_equal "$(grep -c -x -e 'the same' "$tmp/out")" 2
expect_grep '^of b, again$' "$tmp/out"
expect_no_grep 'Of a:' "$tmp/out"
gkhost report "$tmp/run.jsonl" | cmp - "$tmp/out"
lines=$(wc -l <"$tmp/run.jsonl")
expect_status 0 run -o "$tmp/run.jsonl" --resume -s '*.note=the same' \
  -s b.note='of b, again'
expect_equal "$(wc -l <"$tmp/run.jsonl")" "$lines"
expect_status 0 run -o "$tmp/run.jsonl" --resume --only 'b/*'
expect_grep 'has the results of 2 of 2 cases: none is run'
expect_no_grep 'the same\|of b' "$tmp/out"

# A default is for the jobs that have none.  Runs are compared with any.
expect_status 0 run -o "$tmp/old.jsonl" -s suite.note='of all'
expect_equal "$(grep -c -x -e 'of all' "$tmp/out")" 2
expect_grep '^Of a: ' "$tmp/out"
expect_status 0 run -o "$tmp/new.jsonl" -s '*.note=another'
gkhost compare "$tmp/old.jsonl" "$tmp/new.jsonl" >"$tmp/out" || [ "$?" -eq 1 ]
expect_grep '^5 cases' "$tmp/out"
expect_no_grep 'of all\|another' "$tmp/out"

# Long, and odd.
word=$(printf 'x%.0s' {1..99})
{
  printf '[copy]\nvariant = cpu-memcpy\nmax_time = 1ms\nnote =\n'
  for ((i = 0; i < 3000; i++)); do
    printf '  many %s words\n' "$i"
  done
  printf '  %s\n' "$word"
} >"$tmp/a.ini"
expect_status 0 run -o "$tmp/run.jsonl"
sed -n '/^many 0 words/,/^$/p' "$tmp/out" | tr -s '\n ' '  ' >"$tmp/note"
expect_grep "^many 0 words many 1 words .* many 2999 words $word \$" "$tmp/note"
expect_equal "$(awk 'length > 80' "$tmp/out")" "$word"
odd=$(printf '\033[31mred\a\nand \342\200\256odd')
expect_status 0 run -s "copy.note=$odd"
expect_grep '^\\u001b\[31mred\\u0007 and \\u202eodd$' "$tmp/out"
expect_status 2 run -s copy.note=
