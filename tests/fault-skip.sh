#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant that can't run here is a skip with its reason, and no failure.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 0 faults declines
records "$tmp/run.jsonl" variant=declines status=skipped >"$tmp/record"
expect_grep 'this machine has no such library' "$tmp/record"
expect_grep 'no such library' "$tmp/out"

# A run in which everything was skipped says so last.
expect_status 0 faults declines --only '*/declines'
expect_equal "$(tail -n 1 "$tmp/out")" '1 case: 1 skipped; nothing ran'

expect_status 0 faults takes-too-much
records "$tmp/run.jsonl" variant=takes-too-much status=skipped >"$tmp/record"
expect_grep 'no machine has [0-9]* bytes of memory' "$tmp/record"
