#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# pages = huge, default: two cases on the CPU, in a block each, the one in memory
# that huge pages were asked for, the other in memory as a plain program has it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# suite PAGES ROWS
suite ()
{
  printf '[copy]\nvariant = tells-pages\nrows = %s\ncols = 1024\ndtype = f64
max_time = 1ms\n%s\n' "$2" "$1" >"$tmp/a.ini"
}
run ()
{
  expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/pages.so"
}
# expect_pages PAGES MARK: of the cases with these, what was found in memory.
expect_pages ()
{
  records "$tmp/run.jsonl" type=case "pages=$1" status=ok >"$tmp/case"
  expect_equal "$(grep -c . "$tmp/case")" 1
  expect_grep "pages: src $2, dst $2, workspace $2" "$tmp/case"
}

suite 'pages = huge, default' 1024
run
if [ -e /sys/kernel/mm/transparent_hugepage/enabled ]; then
  expect_pages huge huge
  records "$tmp/run.jsonl" type=run >"$tmp/record"
  expect_grep '"huge_pages":"\(always\|madvise\|never\)"' "$tmp/record"
fi
expect_pages default default
tr -s '\n ' '  ' <"$tmp/out" >"$tmp/line"
expect_grep 'f64, min_t.*tells-pages.*f64, default pages, .*tells-pages' \
  "$tmp/line"
gkhost report "$tmp/run.jsonl" --format csv >"$tmp/csv"
expect_grep '^case,.*,pages,' "$tmp/csv"
cp "$tmp/run.jsonl" "$tmp/both.jsonl"

# A suite without the key has huge pages, which small buffers can't have.
suite '' 3
run
records "$tmp/run.jsonl" type=case >"$tmp/case"
expect_grep '"pages":"huge"' "$tmp/case"
expect_grep 'pages: src default, dst default' "$tmp/case"

# Workers are used again: each case has its own.
suite $'pages = default, huge\ncache = cold, hot' 1024
run
expect_equal "$(count_records "$tmp/run.jsonl" type=case pages=huge)" 2
expect_equal "$(records "$tmp/run.jsonl" type=case pages=default |
  grep -c 'src default, dst default, workspace default')" 2

# What was measured in other pages is another case; a record that is older than
# the key was in huge ones.
only ()
{
  sed "/\"pages\":\"$1\"/d"'; s/"end","cases":[0-9]*/"end"/' "$tmp/both.jsonl" >"$2"
}
only default "$tmp/huge.jsonl"
only huge "$tmp/default.jsonl"
sed 's/,"pages":"huge"//' "$tmp/huge.jsonl" >"$tmp/older.jsonl"
expect_no_grep '"pages":"huge"' "$tmp/older.jsonl"
expect_status 2 gkhost compare "$tmp/huge.jsonl" "$tmp/default.jsonl"
expect_grep 'no case in common'
expect_status 2 gkhost compare "$tmp/older.jsonl" "$tmp/default.jsonl"
expect_status 0 gkhost compare "$tmp/older.jsonl" "$tmp/huge.jsonl"
expect_status 0 gkhost report "$tmp/older.jsonl"
expect_no_grep 'default pages' "$tmp/out"

# A GPU has no choice of them, claims none, and shares its block with what the
# CPU does by itself.
expect_status 0 driver_copy 'right, cpu-memcpy' 'pages = huge, default
max_samples = 20'
expect_equal "$(count_records "$tmp/run.jsonl" device=cuda:0)" 1
expect_equal "$(count_records "$tmp/run.jsonl" device=cuda:0 pages=default)" 1
tr -s '\n ' '  ' <"$tmp/out" >"$tmp/line"
expect_grep 'f32, max_s.* cpu-memcpy.*right? .* default pages,.* cpu-memcpy' \
  "$tmp/line"

sed '/"device":"cpu",.*"pages"/d; s/"end","cases":[0-9]*/"end"/' "$tmp/run.jsonl" \
  >"$tmp/gpu.jsonl"
sed 's/,"pages":"default"//' "$tmp/gpu.jsonl" >"$tmp/older.jsonl"
expect_status 0 gkhost compare "$tmp/older.jsonl" "$tmp/gpu.jsonl"
for file in older gpu; do
  expect_status 0 gkhost report "$tmp/$file.jsonl"
  expect_no_grep 'default pages' "$tmp/out"
done

suite 'pages = small' 3
expect_status 2 gkhost -c "$tmp/a.ini" \
  -p "$top_builddir/plugins/copy/.libs/copy.so" \
  -p "$top_builddir/tests/plugins/.libs/pages.so"
expect_grep '/a.ini:7: pages: .*small'
