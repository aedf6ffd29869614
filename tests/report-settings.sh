#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The heading of a block, in a table and on a page, shows each setting that is
# not the default, and the records of its cases have all settings.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[copy]\nrows = 5\ncols = 7\nvariant = cpu-memcpy\nmax_time = 5ms\n%s' \
  $'data = zero\ncache = hot\nseed = 7\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
tr -s '\n ' '  ' <"$tmp/out" >"$tmp/line"
expect_grep '^gkhost .* unless a heading says otherwise: pad=0, cold cache ' "$tmp/line"
expect_grep 'cols=7 dtype=f32, hot cache, max_time=0.005s, data=zero, seed=7 (foreseeable), on cpu' \
  "$tmp/line"
gkhost report "$tmp/run.jsonl" --format markdown >"$tmp/page"
expect_grep '^### copy: .*, hot cache, max.*_time=0.005s, data=zero, seed=7 (foreseeable), on' \
  "$tmp/page"
expect_status 0 gkhost -c "$tmp/a.ini" -s copy.data=random -s copy.seed=0 \
  -s copy.cache=cold -s copy.max_time=500ms
expect_grep '^copy: rows=5 cols=7 dtype=f32, on cpu$' "$tmp/out"
expect_status 0 gkhost -c "$tmp/a.ini" -s copy.pad=3
expect_grep '^copy: rows=5 cols=7 dtype=f32 pad=3, hot cache, ' "$tmp/out"
expect_status 0 gkhost -c "$tmp/a.ini" -s copy.audit=no
expect_grep 'audit=no' "$tmp/out"

records "$tmp/run.jsonl" type=case >"$tmp/case"
expect_grep '"mode":{"cache":"hot","launch":"stream","memory":"device","scope":' \
  "$tmp/case"
for setting in '"warmup":1' '"max_time":0.005' '"noise":0.005' '"timeout":60.0' \
  '"data":"zero"' '"seed":7' '"verify":true' '"audit":true'; do
  expect_grep "\"settings\":{[^}]*${setting}[,}]" "$tmp/case"
done
gkhost report "$tmp/run.jsonl" --format csv >"$tmp/csv"
expect_grep '^case,.*,max_time,.*,data,seed,verify,audit,slow_margin$' "$tmp/csv"
expect_grep ',0.005,.*,zero,7,true,true,0.05$' "$tmp/csv"
