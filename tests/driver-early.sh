#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# While the judge makes a problem, a process for its cases opens the device; also
# where cases on the CPU come first.  Replays have a process of their own.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100
driver_stand_in
cp "$top_builddir/tests/plugins/.libs/fake-nvml.so" \
  "$tmp/driver/libnvidia-ml.so.1"

cat >"$tmp/mine.c" <<'END_OF_C'
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "one-output-cuda.h"

enum { BYTES = 64 };

/* Of the processes that opened a device, how many are this judge's workers. */
static int opened (void)
{
  FILE *pids = fopen (getenv ("FAKE_DRIVER_PIDS"), "r");
  long pid, last = 0;
  int n = 0;
  while (pids != NULL && fscanf (pids, "%ld", &pid) == 1) {
    char path[32], line[256] = "";
    snprintf (path, sizeof path, "/proc/%ld/cmdline", pid);
    FILE *file = fopen (path, "r");
    size_t got = file != NULL ? fread (line, 1, sizeof line - 1, file) : 0, i = got > 1 ? got - 1 : 0;
    while (i > 0 && line[i - 1] != '\0')
      i--;
    n += pid != last && atol (line + i) == (long)getpid ();
    last = pid;
    if (file != NULL)
      fclose (file);
  }
  if (pids != NULL)
    fclose (pids);
  return n;
}

static int setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  static struct problem problem;
  (void)values;
  setup->work.bytes_written = BYTES;
  /* By the tests' clock it must not sleep. */
  for (int i = 0; i < 100000 && opened () < atoi (getenv ("WANTED")); i++)
    sched_yield ();
  if (opened () == atoi (getenv ("WANTED")))
    return set_up_output (setup, &problem, sizeof problem, BYTES);
  host->error (host, "%d processes have opened it", opened ());
  return GK_FAIL;
}

static int verify (const gk_host *host, void *state, gk_check *check)
{ (void)host, (void)state, (void)check; return GK_OK; }

static int prepare (const gk_host *host, const gk_device *device,
                    const void *problem, const gk_value *values, void **state)
{
  int log = open (getenv ("LOG"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  (void)host, (void)device, (void)problem, (void)values, (void)state;
  dprintf (log, "%d\n", (int)getpid ());
  close (log);
  return GK_OK;
}

static int launch (const gk_host *host, const void *problem, void *state, void *stream)
{ (void)host, (void)state; return enqueue_ones (problem, BYTES, stream); }

static int plain (const gk_host *host, const void *problem, void *state, void *stream)
{
  const struct problem *p = problem;
  (void)host, (void)state, (void)stream;
  memset (p->out, 1, BYTES);
  return GK_OK;
}

static const gk_family family = { .name = "mine", .summary = "writes", .setup = setup,
  .fill = fill_nothing, .verify = verify, .teardown = keep_all };
#define VARIANT(n, d, f) { .name = n, .summary = "writes", .device = d, .prepare = prepare, .launch = f }
static const gk_variant variants[] = { VARIANT ("plain", GK_CPU, plain),
  VARIANT ("first", GK_CUDA, launch), VARIANT ("second", GK_CUDA, launch) };
GK_PLUGIN ("mine", "1", "a family that waits for workers", &family, variants)
END_OF_C
build_plugin mine

# early AUDIT WANTED: prints how many cases and replays each process ran.
early ()
{
  printf '[mine]\naudit = %s\n' "$1" >"$tmp/a.ini"
  rm -f "$tmp/log" "$tmp/pids"
  WANTED=$2 LOG=$tmp/log FAKE_DRIVER_PIDS=$tmp/pids LD_LIBRARY_PATH=$tmp/driver \
    expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" -p "$tmp/mine.so"
  sort "$tmp/log" | uniq -c | sort -n | awk '{ print $1 }' | paste -s -d ' '
}

expect_equal "$(early no 1)" '1 2'
expect_equal "$(early replay 1)" '1 1 2 2'
