#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs that were timed by different timers are not compared, whatever else is
# the same; a run by both is compared with either.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cupti_stand_in
# By the real one an empty launch may take longer than a copy on a busy machine,
# which is suspect.
virtual_clock 1000
for timer in events kernel 'events, kernel'; do
  expect_status 0 driver_copy right "timer = $timer
audit = no"
  mv "$tmp/run.jsonl" "$tmp/${timer%,*}${timer#*,}.jsonl"
done

expect_status 2 gkhost compare "$tmp/eventsevents.jsonl" \
  "$tmp/kernelkernel.jsonl"
expect_grep 'copy/right was timed by one timer in .*eventsevents.jsonl and by' \
  "$tmp/err"
expect_grep 'measure both with the same timer, events or kernel' "$tmp/err"
expect_status 2 gkhost compare --across "$tmp/kernelkernel.jsonl" \
  "$tmp/eventsevents.jsonl"
expect_grep 'was timed by one timer' "$tmp/err"
got=0
gkhost compare "$tmp/kernelkernel.jsonl" "$tmp/events kernel.jsonl" \
  --margin 99% >"$tmp/out" || got=$?
[ "$got" -le 1 ] || fail "status $got where the timers are the same"
expect_grep '^right' "$tmp/out"
