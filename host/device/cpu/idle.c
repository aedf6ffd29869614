/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/cpu-time.h"
#include "device/cpu/cpu.h"

#define THREADS "/proc/self/task"

#define PAUSE_SECONDS 1e-3
#define LONGEST_SECONDS 0.25
/* The two clocks are not read at the same instant. */
#define GRAIN_SECONDS 20e-6

/* True if a thread runs, waits for a core, or waits for a disk or for memory.
 * The line is "4711 (name) R ...", where the name may contain anything. */
static bool
is_at_work (const char *thread)
{
  char path[64], line[256];
  const char *end = NULL;
  FILE *f;

  snprintf (path, sizeof path, THREADS "/%.20s/stat", thread);
  f = fopen (path, "re");
  if (f == NULL)
    return false;
  if (fgets (line, sizeof line, f) != NULL)
    end = strrchr (line, ')');
  fclose (f);
  return end != NULL && (end[2] == 'R' || end[2] == 'D');
}

struct other_threads {
  bool any, at_work;
};

static struct other_threads
inspect_other_threads (void)
{
  struct other_threads others = { false, false };
  DIR *threads = opendir (THREADS);
  const struct dirent *entry;
  long self = syscall (SYS_gettid);

  while (threads != NULL && !others.at_work
         && (entry = readdir (threads)) != NULL) {
    if (entry->d_name[0] == '.' || atol (entry->d_name) == self)
      continue;
    others.any = true;
    others.at_work = is_at_work (entry->d_name);
  }
  if (threads != NULL)
    closedir (threads);
  return others;
}

bool
wait_until_idle (void)
{
  double begin = clock_now (), before, spent;

  if (!inspect_other_threads ().any)
    return true;
  /* The clock alone is not enough: the kernel updates a thread's time only when
   * it stops or at a tick, and a thread that waits for a core uses none.  One
   * inspection is not enough either: threads are read one after the other, and
   * work may move between them meanwhile. */
  do {
    before = cpu_time_other_threads ();
    clock_sleep (PAUSE_SECONDS);
    spent = cpu_time_other_threads () - before;
    if (spent <= GRAIN_SECONDS && !inspect_other_threads ().at_work)
      return true;
  } while (clock_now () - begin < LONGEST_SECONDS);
  return false;
}
