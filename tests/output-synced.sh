#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Records are written to the disk at the end of a run, and before that when a case
# ends 5 s after the begin or the last time.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_unsanitized # it preloads

# syncs LEAST MOST MIN_TIME: the number of times that a run of 4 rounds of so long
# syncs its file is between these.
syncs ()
{
  local n=0

  printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\nrounds = 4\naudit = no\nmin_time = %s\nmax_time = %s\n' \
    "$3" "$3" >"$tmp/a.ini"
  while rm -f "$tmp/fired" &&
    { FAIL_NTH=host:fsync:$((n + 1)) FAIL_FIRED=$tmp/fired \
      LD_PRELOAD=$top_builddir/tests/shim/.libs/fail-nth.so \
      "$gkhost" -c "$tmp/a.ini" -o "$tmp/run.jsonl" >"$tmp/out" 2>"$tmp/err" || :; } &&
    [ -e "$tmp/fired" ]; do
    expect_grep 'run.jsonl is not complete: Input/output error'
    n=$((n + 1))
  done
  if [ "$n" -lt "$1" ] || [ "$n" -gt "$2" ]; then
    fail "$n times"
  fi
}

# After each long round, and at the end.
virtual_clock 10000000
syncs 5 6 6s
virtual_clock 100000
syncs 1 1 10ms
