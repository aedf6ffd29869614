#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Whichever call of the system or of the C library fails, in the host, a worker
# or a judge, a run ends in time with a documented status and a message, and
# shows no success that is none.  A sample of the calls, a larger one in
# .ci/nightly; FULL=1 tries them all, JOBS at a time; ROLES and CALLS choose.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_uninstrumented
shim=$top_builddir/tests/shim/.libs/fail-nth.so

printf '%s\n' '[suite]' 'max_samples = 2' 'min_samples = 2' 'timeout = 3' \
  'audit = no' '[copy]' 'rows = 4' 'cols = 4' 'variant = cpu-memcpy' \
  '[transpose]' 'rows = 4' 'cols = 4' 'variant = cpu-naive' >"$tmp/a.ini"

# fail_call FOLDER ROLE CALL N: a run in which this call fails; its status.
fail_call ()
{
  local at=$1 status=0

  rm -rf "$at"
  mkdir "$at"
  FAIL_NTH=$2:$3:$4 FAIL_FIRED=$at/fired LD_PRELOAD=$shim \
    timeout -k 5 20 "$top_builddir/gkhost" -c "$tmp/a.ini" -o "$at/run.jsonl" \
    -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
    >"$at/out" 2>"$at/err" </dev/null || status=$?
  echo "$status" >"$at/status"
}

# left FOLDER: processes of a run that live on.
left ()
{
  grep -l -z -x "FAIL_FIRED=$1/fired" /proc/[0-9]*/environ 2>/dev/null
}

# judge FOLDER: what is wrong with the run, a line each.
judge ()
{
  local at=$1 status ok skipped end

  status=$(cat "$at/status")
  touch "$at/run.jsonl"
  ok=$(count_records "$at/run.jsonl" type=case status=ok)
  skipped=$(count_records "$at/run.jsonl" type=case status=skipped)
  end=$(count_records "$at/run.jsonl" type=end)
  case $status in
    0)
      # Where memory is short, for one, a case is skipped.
      [ "$((ok + skipped)).$end" = 2.1 ] ||
        echo "status 0 with $ok cases ok, $skipped skipped and $end ends"
      grep -q '^2 cases: ' "$at/out" || echo "status 0 without a report"
      ;;
    1) grep -q '^\(skipped\|failed\|crashed\|timeout\|wrong\)' "$at/out" ||
      echo "status 1, and the report does not say why" ;;
    2 | 3) grep -q '^gkhost: ' "$at/err" || echo "status $status, no message" ;;
    *) echo "status $status: $(tail -n 1 "$at/err")" ;;
  esac
  [ -z "$(left "$at")" ] || echo "it left processes behind"
}

# steps: the numbers of calls to be tried.
steps ()
{
  if [ -n "${FULL-}" ]; then
    seq 100000
  else
    local factor=10

    ! all_trials || factor=2
    awk "BEGIN { for (n = 1; n < 1e5; n *= $factor) print n }"
  fi
}

# try ROLE CALL: fails each in turn, until there is none left to fail.
try ()
{
  local role=$1 call=$2 at=$tmp/$1.$2 n line

  for n in $(steps); do
    fail_call "$at" "$role" "$call" "$n"
    [ -e "$at/fired" ] || break
    judge "$at" | while read -r line; do
      echo "$role, $call $n: $line" >>"$tmp/wrong"
    done
    echo "$role $call" >>"$tmp/tried"
  done
}

# share SHARD OF: every so-manieth pair of role and call.
share ()
{
  local i=0 role call

  for call in ${CALLS:-malloc open fcntl read write send recv sendmsg recvmsg \
    fsync fstat flock ftruncate pipe2 socketpair memfd_create mmap poll ppoll posix_spawn \
    pthread_create dlopen waitpid waitid}; do
    for role in ${ROLES:-host worker judge}; do
      i=$((i + 1))
      [ $((i % $2)) -ne "$1" ] || try "$role" "$call"
    done
  done
}

: >"$tmp/wrong"
: >"$tmp/tried"
jobs=${JOBS:-2}
for ((i = 0; i < jobs; i++)); do
  share "$i" "$jobs" &
done
wait
echo "calls that failed: $(wc -l <"$tmp/tried")"
sort "$tmp/tried" | uniq -c
# In each of the three something was there to fail.
for role in ${ROLES:-host worker judge}; do
  grep -q "^$role " "$tmp/tried" || fail "no call of a $role ever failed"
done
if [ -s "$tmp/wrong" ]; then
  sort "$tmp/wrong" >&2
  fail "$(wc -l <"$tmp/wrong") runs, above, did not end as they should"
fi
