#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# While cases of one plugin run, a process for their replays and one for the cases
# of the next plugin open the device, which counts as no use by others.  That plugin
# is loaded when they begin.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100
driver_stand_in
cp "$top_builddir/tests/plugins/.libs/fake-nvml.so" \
  "$tmp/driver/libnvidia-ml.so.1"

cat >"$tmp/ahead.h" <<'END_OF_C'
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "one-output-cuda.h"

enum { BYTES = 64 };

static void note (const char *what, int n)
{
  int log = open (getenv ("LOG"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  dprintf (log, "%s %d %d\n", what, (int)getpid (), n);
  close (log);
}

/* How many processes that are there have opened a device. */
static int opened (void)
{
  FILE *pids = fopen (getenv ("FAKE_DRIVER_PIDS"), "r");
  long pid, seen[64];
  int n = 0;
  while (pids != NULL && n < 64 && fscanf (pids, "%ld", &pid) == 1) {
    char path[32];
    int i = 0;
    while (i < n && seen[i] != pid)
      i++;
    snprintf (path, sizeof path, "/proc/%ld", pid);
    seen[n] = pid;
    n += i == n && access (path, F_OK) == 0;
  }
  if (pids != NULL)
    fclose (pids);
  return n;
}

static int setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  static struct problem problem;
  (void)host, (void)values;
  setup->work.bytes_written = BYTES;
  return set_up_output (setup, &problem, sizeof problem, BYTES);
}

static int verify (const gk_host *host, void *state, gk_check *check)
{ (void)host, (void)state, (void)check; return GK_OK; }

static int launch (const gk_host *host, const void *problem, void *state, void *stream)
{ (void)host, (void)state; return enqueue_ones (problem, BYTES, stream); }
END_OF_C

cat >"$tmp/mine.c" <<'END_OF_C'
#include "ahead.h"
/* By the tests' clock it must not sleep. */
static int prepare (const gk_host *host, const gk_device *device,
                    const void *problem, const gk_value *values, void **state)
{
  const int wanted = atoi (getenv ("WANTED"));
  (void)host, (void)device, (void)problem, (void)values, (void)state;
  for (int i = 0; i < 100000 && opened () < wanted; i++)
    sched_yield ();
  note ("runs", opened ());
  return GK_OK;
}
static const gk_family family = { .name = "mine", .summary = "writes", .setup = setup,
  .fill = fill_nothing, .verify = verify, .teardown = keep_all };
#define VARIANT(n) { .name = n, .summary = "writes", .device = GK_CUDA, .prepare = prepare, .launch = launch }
static const gk_variant variants[] = { VARIANT ("first"), VARIANT ("second") };
GK_PLUGIN ("mine", "1", "a family whose cases wait for others' processes", &family, variants)
END_OF_C

cat >"$tmp/next.c" <<'END_OF_C'
#include "ahead.h"
__attribute__ ((constructor)) static void load (void) { note ("loads", 0); }
static int prepare (const gk_host *host, const gk_device *device,
                    const void *problem, const gk_value *values, void **state)
{
  (void)host, (void)device, (void)problem, (void)values, (void)state;
  note ("next", 0);
  return GK_OK;
}
static const gk_family family = { .name = "next", .summary = "writes", .setup = setup,
  .fill = fill_nothing, .verify = verify, .teardown = keep_all };
static const gk_variant variants[] = { { .name = "third", .summary = "writes",
  .device = GK_CUDA, .prepare = prepare, .launch = launch } };
GK_PLUGIN ("next", "1", "a family that notes when it is loaded", &family, variants)
END_OF_C
build_plugin mine
build_plugin next

# ahead AUDIT WANTED: prints how many processes had opened the device whenever the
# first plugin prepared, and when each process that prepared by the next plugin
# had loaded it.
ahead ()
{
  printf '[suite]\naudit = %s\n[mine]\n[next]\n' "$1" >"$tmp/a.ini"
  rm -f "$tmp/log" "$tmp/pids"
  echo 'others 0' >"$tmp/nvml"
  WANTED=$2 LOG=$tmp/log FAKE_NVML=$tmp/nvml FAKE_DRIVER_PIDS=$tmp/pids \
    LD_LIBRARY_PATH=$tmp/driver expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$tmp/mine.so" -p "$tmp/next.so"
  expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 3
  records "$tmp/run.jsonl" type=case job=mine >"$tmp/cases"
  expect_equal "$(grep -c '"others":0[,}]' "$tmp/cases")" 2
  awk '
    $1 == "runs" { printf "%d ", $3 }
    $1 == "loads" { loaded[$2] = NR }
    $1 == "runs" { ran = NR }
    $1 == "next" && ! (seen[$2]++) { printf "%s ", (loaded[$2] > ran ? "behind" : "before") }
  ' "$tmp/log"
}

expect_equal "$(ahead no 2)" '2 2 behind '
expect_equal "$(ahead replay 3)" '3 3 3 3 behind behind '
