#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Copies and transposes are right with every tunable, not only those in use.
source "${top_srcdir:-.}/tests/functions.sh"

requires_gpu
expect_status 0 gkhost -c "$top_srcdir/tests/cuda-tunables.ini" \
  -o "$tmp/run.jsonl"
expect_grep '"failed":0,"crashed":0,"timeout":0' "$tmp/run.jsonl"
[ "$(count_records "$tmp/run.jsonl" status=ok)" -gt 400 ] || fail 'too few ran'
