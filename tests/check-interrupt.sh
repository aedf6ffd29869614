#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# An interrupted check keeps its records, reports, calls nothing sound, and ends
# by the signal.
source "${top_srcdir:-.}/tests/functions.sh" || exit

"$top_builddir/gkhost" check "$top_builddir/tests/plugins/.libs/faults.so" \
  -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
  --only 'transpose-1/[rh]*' -s '*.timeout=60' -o "$tmp/run.jsonl" \
  >"$tmp/out" 2>"$tmp/err" &
pid=$!
for _ in $(seq 200); do
  grep -q '"variant":"right"' "$tmp/run.jsonl" 2>/dev/null && break
  sleep 0.05
done
sleep 0.5
kill -INT "$pid" || fail 'it is gone'
status=0
wait "$pid" || status=$?
expect_equal "$status" 130
expect_grep '"interrupted":true' "$tmp/run.jsonl"
expect_grep '^ *right: ' "$tmp/out"
expect_grep 'faults.so: not checked to the end: interrupted$' "$tmp/out"
