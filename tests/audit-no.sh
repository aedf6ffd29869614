#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# audit = no and verify = no turn off what they name and no more, and rows say
# so.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 0 faults right
expect_grep '"audit":{' "$tmp/run.jsonl"
expect_no_grep 'audit=no' "$tmp/out"
expect_no_grep 'verify=no' "$tmp/out"

# Without audits launches are judged as before.
expect_status 1 faults wrong -s '*.audit=no'
expect_equal "$(count_records "$tmp/run.jsonl" variant=wrong status=wrong)" 1
expect_no_grep '"audit":{' "$tmp/run.jsonl"
expect_no_grep '"floor_s"' "$tmp/run.jsonl"
records "$tmp/run.jsonl" variant=right status=ok >"$tmp/record"
expect_grep '"verify":{"done":true' "$tmp/record"
expect_grep 'audit=no' "$tmp/out"
expect_grep '^right? .* yes\(, .*\)*$' "$tmp/out"

# Nobody looks, and nobody says that anybody did.
expect_status 0 faults wrong -s '*.verify=no'
expect_equal "$(count_records "$tmp/run.jsonl" variant=wrong status=ok)" 1
expect_no_grep '"done":true' "$tmp/run.jsonl"
expect_no_grep '"audit":{' "$tmp/run.jsonl"
expect_grep 'verify=no' "$tmp/out"
expect_grep '^wrong .* no\(, .*\)*$' "$tmp/out"
