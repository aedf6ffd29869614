#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Of devices side by side, an interrupted run keeps all records that there are,
# ends by the signal, leaves none of its workers, and can be gone on with.
source "${top_srcdir:-.}/tests/functions.sh" || exit

[ -r /proc/self/status ] || skip 'needs /proc'

# is_alive PID: it is there, and more than an end that nobody has asked for.
is_alive ()
{
  grep -q '^State:[[:space:]]*[^ZX]' "/proc/$1/status" 2>/dev/null
}

# On each device one that passes, and then one that hangs.
job="family = copy
rows = 500
$beside_keys
device = cuda:*"
suite="[first]
variant = meets
$job
[second]
variant = hangs
$job"

# interrupted SIGNAL STATUS
interrupted ()
{
  local pid status=0 one

  rm -f "$tmp/run.jsonl" "$tmp/pids"
  beside_run "$suite"
  BESIDE_ODD=all FAKE_DRIVER_PIDS=$tmp/pids "${beside_run[@]}" \
    >"$tmp/out" 2>"$tmp/err" &
  pid=$!
  until [ "$(count_records "$tmp/run.jsonl" type=case 2>/dev/null)" -ge 4 ]; do
    kill -0 "$pid" || fail 'it ended by itself'
    sleep 0.05
  done
  kill "-$1" "$pid"
  wait "$pid" || status=$?
  expect_equal "$status" "$2"
  # That of who asked for the devices is there, too.
  [ "$(wc -l <"$tmp/pids")" -ge 4 ] || fail 'there was no worker a device'
  while read -r one; do
    ! is_alive "$one" || fail "worker $one is still there"
  done <"$tmp/pids"
  expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 4
  expect_equal "$(count_records "$tmp/run.jsonl" job=first status=ok)" 4
  expect_grep '"interrupted":true' "$tmp/run.jsonl"
}

interrupted TERM 143
interrupted INT 130

export BESIDE_SECONDS=60
expect_status 0 beside "$suite" --resume
expect_grep 'has the results of 4 of 8 cases'
expect_grep '^8 cases: 8 ok$' "$tmp/out"
