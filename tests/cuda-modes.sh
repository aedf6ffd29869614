#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Every variant of every family runs, and is right, in every mode of measuring.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_gpu
cat >"$tmp/a.ini" <<'INI'
[suite]
device = cuda:0
max_samples = 5
launch = stream, graph
memory = device, managed, mapped
scope = kernel, transfer
cache = cold, hot
[copy]
rows = 67
cols = 129
[transpose]
rows = 67
cols = 129
[matmul-square]
n = 65
dtype = f64
layout = col
[matmul-rect]
m = 65
n = 33
k = 67
dtype = i32
INI
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
expect_grep '"failed":0,"crashed":0,"timeout":0' "$tmp/run.jsonl"
[ "$(count_records "$tmp/run.jsonl" status=ok)" -gt 300 ] || fail 'too few ran'
