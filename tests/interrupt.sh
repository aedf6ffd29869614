#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# An interrupted run keeps its records, ends by the signal, and leaves no worker.
source "${top_srcdir:-.}/tests/functions.sh" || exit

[ -r /proc/self/status ] || skip 'needs /proc'

# children_of PID: the processes that it started and that live.
children_of ()
{
  local status

  for status in /proc/[0-9]*/status; do
    if grep -q "^PPid:[[:space:]]*$1\$" "$status" 2>/dev/null; then
      basename "$(dirname "$status")"
    fi
  done
}

# is_alive PID: it is there, and more than an end that nobody has asked for.
is_alive ()
{
  grep -q '^State:[[:space:]]*[^ZX]' "/proc/$1/status" 2>/dev/null
}

printf '[%s]\nfamily = transpose\nrows = 31\ncols = 17\nvariant = %s\n' \
  first right second 'hangs
timeout = 60' >"$tmp/a.ini"
"$top_builddir/gkhost" -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
  -p "$top_builddir/tests/plugins/.libs/faults.so" >"$tmp/out" 2>&1 &
pid=$!
for _ in $(seq 100); do
  grep -q '"variant":"right"' "$tmp/run.jsonl" 2>/dev/null && break
  sleep 0.05
done
sleep 0.2
worker=$(children_of "$pid")
[ -n "$worker" ] || fail 'there is no worker'
kill -TERM "$pid"
status=0
wait "$pid" || status=$?
expect_equal "$status" 143
for one in $worker; do
  ! is_alive "$one" || fail "worker $one is still there"
done
expect_equal "$(count_records "$tmp/run.jsonl" variant=right status=ok)" 1
expect_grep '"interrupted":true' "$tmp/run.jsonl"
expect_grep '1 of 2 cases did not run; the same command with --resume goes on$' "$tmp/out"
