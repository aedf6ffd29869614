#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The tables of README.md are what gkhost makes of the records in results/.
source "${top_srcdir:-.}/tests/functions.sh"

grep -e '"type":"run"' -e '"type":"end"' -e '"job":"copy"' \
  -e '"job":"transpose-large"' -e '"job":"matmul-large"' \
  "$top_srcdir/results/h200-suite.jsonl" |
  gkhost report - --format markdown >"$tmp/made"
sed -n '/^<!-- results: begin -->/,/^<!-- results: end -->/p' \
  "$top_srcdir/README.md" | sed '1d;$d' >"$tmp/shown"
diff "$tmp/shown" "$tmp/made" || fail 'README.md shows other tables'
