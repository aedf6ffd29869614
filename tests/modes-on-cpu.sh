#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# On the CPU, modes that differ on a GPU only are one row.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\n%s\n' \
  'launch = stream, graph
memory = device, managed, mapped
scope = kernel, transfer
cache = cold, hot' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
expect_equal "$(count_records "$tmp/run.jsonl" status=ok)" 2
expect_equal "$(count_records "$tmp/run.jsonl" cache=hot status=ok)" 1
