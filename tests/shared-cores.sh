#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Another process that keeps the cores of a case busy is told in its row; what
# the case's own threads compute is not another's.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires grep -q '^cpu0 ' /proc/stat
requires taskset -c -p $$
core=$(taskset -c -p $$ | sed 's/.*: //; s/[-,].*//')
requires taskset -c "$core" true
printf '%s\n' '[copy]' 'rows = 200' 'cols = 200' 'variant = cpu-memcpy' \
  'min_time = 0.6' 'max_time = 0.6' 'noise = 0' 'max_samples = 1000000' \
  >"$tmp/a.ini"

# busy: cores that others kept busy meanwhile, on the one that it runs on.
busy ()
{
  expect_status 0 taskset -c "$core" "$top_builddir/gkhost" -c "$tmp/a.ini" \
    -o "$tmp/run.jsonl" -p "$top_builddir/plugins/copy/.libs/copy.so"
  records "$tmp/run.jsonl" type=case |
    sed -n 's/.*"load_others":\([^,]*\),"cores":1[,}].*/\1/p'
}

# A shell that only counts; half of the core is its own.
taskset -c "$core" bash -c 'while :; do :; done' &
hog=$!
trap 'kill "$hog" 2>/dev/null || :; remove_tmp' EXIT
with=$(busy)
expect_grep ' yes, shared$' "$tmp/out"
expect_grep '^shared  other processes used the device' "$tmp/out"
kill "$hog"
wait "$hog" 2>/dev/null || :
awk -v with="$with" 'BEGIN { exit !(with > 0.2 && with <= 1) }' ||
  fail "another had $with of a core"

# A case that the suite pins has the cores that it is pinned to.
expect_status 0 gkhost -c "$tmp/a.ini" -s "copy.cpus=$core" \
  -o "$tmp/run.jsonl" -p "$top_builddir/plugins/copy/.libs/copy.so"
expect_grep '"load_others":[^,]*,"cores":1[,}]' "$tmp/run.jsonl"

# ticks: of the core since the machine was started, busy and all.
ticks ()
{
  awk -v core="cpu$core" '$1 == core {
    busy = $2 + $3 + $4 + $7 + $8 + $9
    print busy, busy + $5 + $6
  }' /proc/stat
}

# Whoever else is there may be busy, too: as seen from outside, what of the core
# was neither idle nor used by the run.
read -r busy all < <(ticks)
TIMEFORMAT='%R %U %S'
{ time without=$(busy); } 2>"$tmp/times"
read -r busy_then all_then < <(ticks)
read -r real user system < <(tail -n 1 "$tmp/times")
awk -v without="$without" -v busy=$((busy_then - busy)) \
  -v all=$((all_then - all)) -v real="$real" -v own_user="$user" -v own_system="$system" '
  BEGIN {
    outside = busy / all - (own_user + own_system) / real
    print "another had", without, "of the core, from outside", outside
    exit !(without < outside + 0.3)
  }' || fail "without another it had $without of a core"
