#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A judge, a timing worker or a runner that is ended from outside costs no case
# its result: each case is there once, none is wrong, and the one that it ran
# runs again.  KILLS=100 ends so many at random moments; SEED repeats them.
source "${top_srcdir:-.}/tests/functions.sh" || exit

kills=${KILLS:-6}
RANDOM=${SEED:-$RANDOM}
echo "SEED=${SEED:-drawn} KILLS=$kills"

cat >"$tmp/mine.c" <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>
#include "right-copy.h"
static bool first;
static int prepare (const gk_host *host, const gk_device *device,
                    const void *problem, const gk_value *values, void **state)
{
  int fd = open (getenv ("MARK"), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  (void)host, (void)device, (void)problem, (void)values, (void)state;
  first = fd >= 0;
  close (fd);
  return GK_OK;
}
static int once (const gk_host *h, const void *p, void *s, void *t)
{ if (first) raise (atoi (getenv ("SIGNAL"))); return right (h, p, s, t); }
static int always (const gk_host *h, const void *p, void *s, void *t)
{ raise (SIGKILL); return right (h, p, s, t); }
static int waits (const gk_host *h, const void *p, void *s, void *t)
{ while (first) pause (); return right (h, p, s, t); }
static void *fall (void *unused)
{ usleep (300000); signal (SIGSEGV, SIG_DFL); raise (SIGSEGV); return unused; }
static void late (const gk_host *host, void *state)
{
  pthread_t thread;
  (void)host, (void)state;
  if (pthread_create (&thread, NULL, fall, NULL) == 0)
    pthread_detach (thread);
}
#define VARIANT(n) .family = "copy", .name = n, .summary = "copies", \
  .device = GK_CPU, .dtypes = GK_BIT (GK_F32)
static const gk_variant variants[] = {
  { VARIANT ("before"), .launch = right },
  { VARIANT ("once"), .prepare = prepare, .launch = once },
  { VARIANT ("always"), .launch = always },
  { VARIANT ("waits"), .prepare = prepare, .launch = waits },
  { VARIANT ("late"), .launch = right, .release = late },
  { VARIANT ("after"), .launch = right } };
GK_PLUGIN ("mine", "1", "copies that are killed", NULL, variants)
END
build_plugin mine
run=("$top_builddir/gkhost" -c "$tmp/a.ini" -o "$tmp/run.jsonl" --quiet
  -p "$top_builddir/plugins/copy/.libs/copy.so" -p "$tmp/mine.so")

# suite VARIANTS: runs these on one problem.
suite ()
{
  printf '[copy]\nrows = 5\ncols = 7\nvariant = %s\nmax_time = 1ms\n' "$1" >"$tmp/a.ini"
  rm -f "$tmp/mark"
}

# The first in its process, and behind another.
while read -r signal variants; do
  suite "$variants"
  expect_status 0 env MARK="$tmp/mark" SIGNAL="$(kill -l "$signal")" "${run[@]}"
  expect_no_grep '"status":"[^o]' "$tmp/run.jsonl"
  expect_equal "$(count_records "$tmp/run.jsonl" type=case killed=.*)" 1
done <<'END'
KILL once, after
XCPU before, once, after
TERM before, once, after
END
records "$tmp/run.jsonl" variant=once >"$tmp/record"
expect_grep '"killed":"the worker was ended by signal 15 (Terminated) from outside or by a limit in launch"' "$tmp/record"
expect_grep '"verdicts":\[.*"rerun"' "$tmp/record"

# Twice, as where memory is short: crashed, which --resume=failed runs again.
suite 'before, always, after'
for resume in '' --resume=failed; do
  # shellcheck disable=SC2086 # none or one
  expect_status 1 "${run[@]}" $resume
  expect_equal "$(count_records "$tmp/run.jsonl" variant=before)" 1
  records "$tmp/run.jsonl" variant=always status=crashed >"$tmp/record"
done
expect_equal "$(wc -l <"$tmp/record")" 2
expect_grep '"killed":".*"reason":"the worker\|"reason":"the worker.*"killed":"' "$tmp/record"

# A thread that crashes while its worker is stopped is a fault of the variant that
# left it, not of the next one there.
printf '[%s]\nfamily = copy\naudit = no\nrows = 4\ncols = 4\nmax_samples = 1000000\nvariant = %s\nmin_time = %s\nmax_time = 0.6\n' \
  one late 0 two cpu-memcpy 600ms three after 0 >"$tmp/a.ini"
expect_status 1 "${run[@]}"
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 3
records "$tmp/run.jsonl" type=fault variant=late >"$tmp/record"
expect_grep 'signal 11 .*, when its case was over"' "$tmp/record"

# processes GKHOST ROLE: the ids of its processes of this role.
processes ()
{
  local runner runners=() child children

  # The file has no newline at its end.
  read -r -a runners <"/proc/$1/task/$1/children" || :
  for runner in "${runners[@]}"; do
    [ "$2" != runner ] || echo "$runner"
    children=()
    read -r -a children <"/proc/$runner/task/$runner/children" || :
    for child in "${children[@]}"; do
      [ "$(tr '\0' '\n' <"/proc/$child/cmdline" | sed -n 2p)" != "$2" ] ||
        echo "$child"
    done
  done
} 2>/dev/null

# A runner, while another case than the first runs: before it is the row that is
# kept back for the replay, and that one must not be lost, nor the case be blamed.
for signal in KILL TERM; do
  suite 'before, waits, after'
  MARK=$tmp/mark "${run[@]}" >"$tmp/out" 2>"$tmp/err" &
  pid=$!
  until [ -e "$tmp/mark" ]; do
    kill -0 "$pid" || fail "it is gone: $(cat "$tmp/err")"
    sleep 0.02
  done
  kill "-$signal" "$(processes "$pid" runner)"
  status=0
  wait "$pid" || status=$?
  expect_equal "$signal: $status" "$signal: 0"
  expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 3
  expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 3
done

# At random moments.
printf '%s\n' '[suite]' 'max_time = 20ms' 'min_time = 20ms' \
  '[copy]' 'rows = 1, 2' 'cols = 30' 'variant = cpu-*' \
  '[transpose]' 'rows = 20' 'cols = 5' 'variant = cpu-*' >"$tmp/a.ini"
run=("$top_builddir/gkhost" -c "$tmp/a.ini" -o "$tmp/run.jsonl" --quiet)
plugins_of copy transpose
roles=(--judge --worker runner)
signals=(KILL TERM XCPU INT HUP)

# check_cases: each case of the journal is there once, and none is wrong.
check_cases ()
{
  grep -o '^{"type":"case","case":[0-9]*,' "$tmp/run.jsonl" | sort >"$tmp/numbers"
  expect_equal "$(uniq -d "$tmp/numbers")" ''
  expect_equal "$(wc -l <"$tmp/numbers")" "$cases"
  records "$tmp/run.jsonl" 'type=\(case\|fault\)' >"$tmp/records"
  ! grep -v '"status":"\(ok\|crashed\)"' "$tmp/records" >&2 ||
    fail 'the above are neither ok nor crashed'
}

begun=$EPOCHREALTIME
expect_status 0 "${run[@]}"
# Microseconds, without the point that a locale may have.
took=$((${EPOCHREALTIME//[!0-9]/} - ${begun//[!0-9]/}))
cases=$(count_records "$tmp/run.jsonl" type=case)

killed=0
while [ "$killed" -lt "$kills" ]; do
  role=${roles[killed % 3]}
  signal=${signals[RANDOM % 5]}
  rm -f "$tmp/run.jsonl"
  "${run[@]}" >"$tmp/out" 2>"$tmp/err" &
  pid=$!
  # Before it has records its children are no runners, but describe plugins.
  until [ -s "$tmp/run.jsonl" ] || ! kill -0 "$pid" 2>/dev/null; do
    sleep 0.01
  done
  delay=$((took * (RANDOM % 1000) / 1000))
  sleep "$((delay / 1000000)).$(printf %06d $((delay % 1000000)))"
  victims=$(processes "$pid" "$role")
  # shellcheck disable=SC2086 # ids
  if [ -n "$victims" ] && kill "-$signal" $victims 2>/dev/null; then
    killed=$((killed + 1))
  fi
  status=0
  wait "$pid" || status=$?
  [ "$status" -le 1 ] || fail "$role: $signal: status $status: $(cat "$tmp/err")"
  check_cases
done
