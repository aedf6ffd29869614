#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A record that lacks the number of its problem is of the first one: it stands
# in that one's table.
source "${top_srcdir:-.}/tests/functions.sh" || exit

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
expect_status 0 gkhost report "$tmp/run.jsonl"
expect_equal "$(grep -c '^j (copy): ' "$tmp/out")" 1
expect_grep '^b .* 2\.00x ' "$tmp/out"
