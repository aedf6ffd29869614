#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What a variant starts in a session of its own, its parent gone, ends with its
# worker, too, however that ends; and when the supervisor or the runner is killed.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100000

requires test -r /proc/self/cwd

# left: how many processes hold this test's folder as theirs.
left ()
{
  { find /proc/[0-9]*/cwd -prune -lname "$tmp/here" 2>/dev/null || :; } | wc -l
}

# start VARIANT TIMEOUT: puts gkhost in the place of this shell.
start ()
{
  printf '[transpose]\nrows = 31\ncols = 17\naudit = no\nvariant = %s, right\n%s\n' \
    "$1" "timeout = $2" >"$tmp/a.ini"
  cd "$tmp/here"
  exec "$gkhost" -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
    -p "$top_builddir/tests/plugins/.libs/endings.so"
}
here ()
{
  (start "$1" 1)
}

mkdir "$tmp/here"
expect_status 0 here daemonizes
expect_equal "$(left)" 0
expect_fault here daemonizes-and-crashes crashed 'ended by signal 11'
expect_equal "$(left)" 0
expect_fault here daemonizes-and-hangs timeout 'did not finish within 1 s'
expect_equal "$(left)" 0

# all_there: how many a run has: the supervisor, its runner, two children, the
# daemon.  An ordinary user sees nothing of those that keep a secret, but the
# timing worker and the daemon.
all_there ()
{
  if readlink "/proc/$pid/cwd" >/dev/null 2>&1; then
    echo 5
  else
    echo 2
  fi
}

# within_a_minute COMMAND ARG...: waits until it succeeds.
within_a_minute ()
{
  local end=$((SECONDS + 60))

  while [ "$SECONDS" -lt "$end" ]; do
    ! "$@" || return 0
    sleep 0.05
  done
  return 1
}

# as_many COUNT: whether as many are left as that prints.
as_many ()
{
  [ "$(left)" -eq "$("$@")" ]
}

# await COUNT: waits for as many as that prints to be left.
await ()
{
  within_a_minute as_many "$@" ||
    fail "$(left) processes instead of $("$@")"
}

# What hangs is to be there for as long as this test is.
real_clock
for signal in KILL SEGV QUIT TERM; do
  (start daemonizes-and-hangs 60) >"$tmp/out" 2>&1 &
  pid=$!
  await all_there
  kill "-$signal" "$pid"
  wait "$pid" 2>/dev/null || :
  await echo 0
done

# A killed runner: its case runs again in a new one, where it is the first; when
# that is killed, too, it has crashed, and nothing is left of it.
(start daemonizes-and-hangs 60) >"$tmp/out" 2>&1 &
pid=$!
killed=0

# has_runner: whether the run is past the description of plugins, and past a runner
# that was killed: its one child has a judge and a worker.
has_runner ()
{
  runner=$(pgrep -P "$pid" || :)
  [ "$(wc -w <<<"$runner")" -eq 1 ] && [ "$runner" -ne "$killed" ] &&
    [ "$(pgrep -c -P "$runner")" -ge 2 ]
}
for _ in 1 2; do
  within_a_minute has_runner || fail 'no runner with a judge and a worker'
  await all_there
  killed=$runner
  kill -KILL "$runner"
done
status=0
wait "$pid" || status=$?
expect_equal "$status" 1
expect_equal "$(left)" 0
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=crashed)" 1
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 1
grep -q 'its runner was ended by signal 9' "$tmp/run.jsonl" ||
  fail "no reason names the runner"
