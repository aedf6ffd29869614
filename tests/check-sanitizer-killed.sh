#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A sanitizer, and what it started, ends with gkhost check, also where that is
# killed.
source "${top_srcdir:-.}/tests/functions.sh" || exit

mkdir "$tmp/bin"
driver_stand_in
cat >"$tmp/bin/compute-sanitizer" <<'END'
#!/bin/sh
setsid sleep 300 &
echo $! $$ >"$STARTED.new"
mv "$STARTED.new" "$STARTED"
wait
END
chmod +x "$tmp/bin/compute-sanitizer"

# lives PID: a process that has not ended, or only waits to be taken note of.
lives ()
{
  grep -q '^State:[[:space:]]*[^ZX]' "/proc/$1/status" 2>/dev/null
}

# await_end PID...: waits till none of them lives.
await_end ()
{
  local pid

  for pid; do
    for _ in $(seq 200); do
      lives "$pid" || break
      sleep 0.05
    done
    ! lives "$pid" || fail "process $pid lives on"
  done
}

for signal in KILL TERM; do
  rm -f "$tmp/started"
  STARTED=$tmp/started LD_LIBRARY_PATH=$tmp/driver PATH=$tmp/bin:$PATH \
    GKHOST_PLUGIN_PATH=$top_builddir/plugins/copy/.libs \
    "$top_builddir/gkhost" check \
    "$top_builddir/tests/plugins/.libs/driver-copy.so" --sanitizer \
    >"$tmp/out" 2>&1 &
  pid=$!
  for _ in $(seq 200); do
    [ ! -e "$tmp/started" ] || break
    sleep 0.05
  done
  read -r started sanitizer <"$tmp/started" || fail 'no sanitizer was started'
  lives "$started" || fail 'it ended by itself'
  kill -"$signal" "$pid"
  wait "$pid" || :
  await_end "$started" "$sanitizer"
done
