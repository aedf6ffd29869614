#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A family whose setup or verify is broken fails each of its cases, the second
# like the first, and crashes nothing.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# run FAULT: two variants of the family with it.
run ()
{
  printf '[broken]\nfault = %s\nvariant = first, second\n' "$1" >"$tmp/a.ini"
  gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/tests/plugins/.libs/broken-family.so"
}

# broken FAULT REASON [STATUS]
broken ()
{
  expect_status 1 run "$1"
  records "$tmp/run.jsonl" type=case status="${3:-failed}" >"$tmp/failed"
  expect_equal "$(grep -c "$2" "$tmp/failed" || :)" 2
}

broken no-problem 'family broken: setup: the family did not set a problem'
broken many-buffers 'and 1 to 16 buffers'
broken no-bytes 'a buffer of 0 bytes'
broken no-output 'has no output, so there'
broken no-data 'verify_data must be'
broken bad-slot 'the slot of a buffer is not a pointer in the problem'
broken shared-slot 'two buffers share a slot'
broken bad-shape 'setup: the shape of a buffer does not lie in it; set its'
broken latin-name 'the name of a buffer is not UTF-8'
broken bad-plants 'plant_data has a kind of data that verify_data lacks'
broken all-constant 'every input is a constant, so a variant could keep its result'
broken bad-ops 'setup: work.ops is not a number of operations'
broken buffer-flags 'setup: the flags of a buffer, or its reserved words, are not 0'
broken buffer-reserved 'setup: the flags of a buffer, or its reserved words, are not 0'
broken work-flags 'setup: work.flags, or its reserved words, are not 0'
broken work-reserved 'setup: work.flags, or its reserved words, are not 0'
broken answer 'family broken: verify: verify returned 9, which is not a status'

# The host holds what verify told against the bound that it told.
broken over-bound 'the error is 10 and the bound 1, and yet verify' wrong
broken not-a-number 'the error is nan and the bound 1, and yet verify' wrong
broken over-rms-bound 'the root-mean-square error is 20 and the bound 2, and yet verify' \
  wrong
broken endless-bound 'the error is inf and the bound inf, and yet verify' wrong
broken below-zero 'the error is -1 and the bound 1, and yet verify' wrong

# Figures too large for a record stay numbers.
expect_status 0 run counts-all
expect_grep '"checked": *9223372036854775807' "$tmp/run.jsonl"
expect_grep '"bytes": *9223372036854775807' "$tmp/run.jsonl"

# What only a later header names: the problem is skipped.
later ()
{
  expect_status 0 run "later-$1"
  records "$tmp/run.jsonl" type=case status=skipped >"$tmp/skipped"
  expect_equal "$(grep -c "setup: $2 that this gkhost does not know; a newer gkhost is needed" \
    "$tmp/skipped")" 2
}
later role 'the role of a buffer is one'
later buffer 'a buffer has a flag'
later work 'work.flags has one'
later ops 'work.op_class is one'
later data 'verify_data has a kind of data'

# A variant that lacks a form of the problem.
expect_status 0 run needs-more
records "$tmp/run.jsonl" type=case status=skipped >"$tmp/skipped"
expect_equal "$(grep -c 'does not declare this form of the problem: its forms are 0x0, and this one needs 0x4' \
  "$tmp/skipped")" 2

# All else is right: variants are handed a problem that is not the family's.
expect_status 0 run none
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 2
expect_grep '"rms_error": *2.0, *"rms_bound": *2.0' "$tmp/run.jsonl"
