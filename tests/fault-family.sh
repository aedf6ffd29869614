#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A family whose setup or verify is broken fails each of its cases, the second
# like the first, and crashes nothing.
source "${top_srcdir:-.}/tests/functions.sh"

# broken FAULT REASON
broken ()
{
  printf '[broken]\nfault = %s\n' "$1" >"$tmp/a.ini"
  expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/tests/plugins/.libs/broken-family.so"
  records "$tmp/run.jsonl" type=case status=failed >"$tmp/failed"
  expect_equal "$(grep -c "$2" "$tmp/failed" || :)" 2
}

broken no-problem 'did not set a problem'
broken nine-buffers 'and 1 to 8 buffers'
broken no-bytes 'a buffer of 0 bytes'
broken no-output 'has no output, so there'
broken no-data 'verify_data must be'
broken bad-slot 'the slot of a buffer is not a pointer in the problem'
broken answer 'verify returned 9, which is not a status'
