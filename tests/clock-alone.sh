#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# No part of the host reads a clock, pauses or waits with a time limit but by
# base/clock.h and base/cpu-time.h, which tests replace.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cd "$top_srcdir" || exit
find host report -name '*.[ch]' | grep -v '^host/base/\(clock\|cpu-time\)\.' \
  >"$tmp/files"
calls='clock_gettime|clock_getcpuclockid|clock_nanosleep|time|gettimeofday|times
getrusage|nanosleep|usleep|sleep|alarm|setitimer|timer_create|timerfd_create
poll|ppoll|select|pselect|epoll_wait|epoll_pwait|sigtimedwait
pthread_cond_timedwait|pthread_mutex_timedlock|sem_timedwait|mq_timedreceive'
xargs grep -nE "(^|[^_A-Za-z0-9>.])(${calls//$'\n'/|}) \(|rdtsc|/schedstat" \
  <"$tmp/files" >"$tmp/found" || :
[ ! -s "$tmp/found" ] || {
  cat "$tmp/found" >&2
  fail 'the above reads or waits for a clock of its own'
}
