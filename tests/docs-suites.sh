#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The suites in the README and in gkhost.ini(5) are valid, and pass on a CPU.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/docs-functions.sh"

requires_unsanitized

run_block ()
{
  cat "$tmp/block"
  cp "$tmp/block" "$tmp/suite.ini"
  expect_status 0 gkhost -c "$tmp/suite.ini" --dry-run
  make_tenth "$tmp/suite.ini"
  expect_status 0 gkhost -c "$tmp/suite.ini" -d cpu -s '*.max_time=1ms' \
    -s '*.min_time=0' -s '*.min_samples=1' -o "$tmp/run.jsonl"
  [ "$(count_records "$tmp/run.jsonl" type=case status=ok)" -gt 0 ] ||
    fail "no case ran"
}

each_block readme_block ini -- run_block
each_block man_block gkhost.ini.5 ini -- run_block

# What the page says of its sweep.
man_block gkhost.ini.5 ini 3 >"$tmp/suite.ini"
expect_status 0 gkhost -c "$tmp/suite.ini" --dry-run
expect_grep '^40 cases, 0 skipped' "$tmp/out"
