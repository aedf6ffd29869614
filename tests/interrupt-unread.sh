#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A run can be interrupted while nobody reads its records or its report, keeps
# what can be written, and ends at once by a second signal.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires mkfifo "$tmp/fifo"
# Open at both ends, and full.
exec 3<>"$tmp/fifo"
timeout 0.5 cat /dev/zero >&3 || :

# start VARIANT ARG...: puts gkhost, on one variant, behind what $many says, in
# the place of this shell.
many=
start ()
{
  printf '%s[transpose]\nrows = 31\ncols = 17\nvariant = %s\n%s\n' "$many" "$1" \
    "timeout = 60" >"$tmp/a.ini"
  shift
  exec "$top_builddir/gkhost" -c "$tmp/a.ini" "$@" \
    -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
    -p "$top_builddir/tests/plugins/.libs/endings.so"
}

# await STATUS: waits for $pid, which may take ten seconds to end with it.
await ()
{
  local status=0

  for _ in $(seq 100); do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
  kill -KILL "$pid" 2>/dev/null && fail 'it goes on'
  wait "$pid" || status=$?
  expect_equal "$status" "$1"
}

# await_watch: waits till $pid notes SIGINT, which this shell has it ignore.
await_watch ()
{
  local caught

  for _ in $(seq 200); do
    caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$pid/status")
    [ $((0x${caught:-0} & 2)) -eq 0 ] || return 0
    sleep 0.05
  done
  fail "it never came to watch for signals"
}

# await_line PATTERN FILE: waits for such a line.
await_line ()
{
  for _ in $(seq 1200); do
    ! grep -q -e "$1" "$2" 2>/dev/null || return 0
    sleep 0.05
  done
  fail "$2 has no '$1'"
}

# is_left NUMBER: whether who started this test has it ignore a signal, as nohup
# does, which gkhost is to do then, too.
is_left ()
{
  local ignored

  ignored=$(sed -n 's/^SigIgn:[[:space:]]*//p' "/proc/$BASHPID/status")
  [ $((0x${ignored:-0} & 1 << ($1 - 1))) -ne 0 ]
}

# Records that are not read.
for signal in INT TERM HUP; do
  [ "$signal" != HUP ] || ! is_left 1 || continue
  (start right -o "$tmp/fifo") >"$tmp/out" 2>"$tmp/err" &
  pid=$!
  await_watch
  sleep 1
  kill "-$signal" "$pid" || fail 'it is gone'
  await $((128 + $(kill -l "$signal")))
  expect_grep 'fifo is not complete: .*: it was not read when the run was interrupted'
done

# Their report has many times what is written at once, each of which could wait.
printf -v many '[many%040d]\n%s\n' 0 'family = transpose
rows = 3
cols = 1..250
variant = right
max_time = 0
min_samples = 1
audit = no'

# A report that is not read: the records are whole.
rm -f "$tmp/run.jsonl"
(start right -o "$tmp/run.jsonl") >&3 2>"$tmp/err" &
pid=$!
await_line '"type":"end"' "$tmp/run.jsonl"
sleep 0.2
kill -INT "$pid" || fail 'it is gone'
await 130
expect_equal "$(count_records "$tmp/run.jsonl" variant=right status=ok)" 251

# A run on its way, of which neither is read.
rm -f "$tmp/run.jsonl"
(start hangs -o "$tmp/run.jsonl") >&3 2>&3 &
pid=$!
await_line '"case":249,' "$tmp/run.jsonl"
sleep 0.5
kill -TERM "$pid" || fail 'it is gone'
await 143
expect_grep '"interrupted":true' "$tmp/run.jsonl"

# In one process a launch is waited for, but only once.
many=
rm -f "$tmp/run.jsonl"
(
  trap '' HUP
  start hangs -o "$tmp/run.jsonl" --in-process
) >"$tmp/out" 2>&1 &
pid=$!
await_line '"type":"run"' "$tmp/run.jsonl"
sleep 0.5
for signal in HUP INT; do
  kill "-$signal" "$pid"
  sleep 0.5
  kill -0 "$pid" || fail "gone by SIG$signal"
done
SECONDS=0
kill -TERM "$pid"
await 130
[ "$SECONDS" -le 2 ] || fail 'a second signal does not end it at once'
