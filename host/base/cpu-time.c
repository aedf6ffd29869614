/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/cpu-time.h"
#include "base/xalloc.h"

static double
read_clock (clockid_t clock)
{
  struct timespec t;

  if (clock_gettime (clock, &t) != 0)
    return NAN;
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The time that a thread computed, and the time that it waited for a core. */
enum schedstat { COMPUTED, WAITED };

static int
open_schedstat (pid_t pid, long thread)
{
  char path[64];

  snprintf (path, sizeof path, "/proc/%ld/task/%ld/schedstat", (long)pid,
            thread);
  return open (path, O_RDONLY | O_CLOEXEC);
}

/* Each read from the start finds the figures of that moment. */
static double
read_schedstat (int fd, enum schedstat which)
{
  char text[80], *rest;
  const ssize_t n = fd >= 0 ? pread (fd, text, sizeof text - 1, 0) : -1;
  unsigned long long ns;

  if (n <= 0)
    return NAN;
  text[n] = '\0';
  ns = strtoull (text, &rest, 10);
  /* As of a kernel that does not count. */
  if (ns == 0)
    return NAN;
  if (which == WAITED)
    ns = strtoull (rest, NULL, 10);
  return 1e-9 * (double)ns;
}

int
cpu_time_open (pid_t pid)
{
  return pid > 0 ? open_schedstat (pid, pid) : -1;
}

double
cpu_time (int fd)
{
  return read_schedstat (fd, COMPUTED);
}

static double
waited_by (pid_t pid, long thread)
{
  const int fd = open_schedstat (pid, thread);
  const double seconds = read_schedstat (fd, WAITED);

  if (fd >= 0)
    close (fd);
  return seconds;
}

/* A thread that has not run yet, or has ended meanwhile, has waited for no core
 * that is known of. */
static double
waited_if_known (pid_t pid, long thread)
{
  const double seconds = waited_by (pid, thread);

  return isnan (seconds) ? 0 : seconds;
}

double
cpu_time_waited (void)
{
  return waited_by (getpid (), syscall (SYS_gettid));
}

/* The clock follows from the number of the process, but takes a system call. */
double
cpu_time_all_threads (pid_t pid)
{
  static pid_t last = -1;
  static clockid_t clock;

  if (pid != last && clock_getcpuclockid (pid, &clock) != 0)
    return NAN;
  last = pid;
  return read_clock (clock);
}

double
cpu_time_wanted (pid_t pid)
{
  double sum = cpu_time_all_threads (pid);
  char path[64];
  struct dirent *entry;
  DIR *threads;

  snprintf (path, sizeof path, "/proc/%ld/task", (long)pid);
  threads = opendir (path);
  if (threads == NULL)
    return NAN;
  while ((entry = readdir (threads)) != NULL)
    if (entry->d_name[0] != '.')
      sum += waited_if_known (pid, atol (entry->d_name));
  closedir (threads);
  return sum;
}

/* A folder has a link from each folder in it, and two of its own. */
bool
cpu_time_has_one_thread (pid_t pid)
{
  struct stat task;
  char path[64];

  snprintf (path, sizeof path, "/proc/%ld/task", (long)pid);
  return stat (path, &task) == 0 && task.st_nlink == 3;
}

double
cpu_time_other_threads (void)
{
  double own = read_clock (CLOCK_THREAD_CPUTIME_ID);

  return read_clock (CLOCK_PROCESS_CPUTIME_ID) - own;
}

double
cpu_load (void)
{
  double load;

  return getloadavg (&load, 1) == 1 ? load : NAN;
}

/* Adds a line "cpu3 USER NICE SYSTEM IDLE IOWAIT IRQ SOFTIRQ STEAL ..." if the
 * set has that core.  Older kernels have no steal column. */
static void
add_core (struct cores_use *use, const char *line, const cpu_set_t *set)
{
  double user, nice, system, idle, waits, irq, softirq, steal = 0;
  int core;
  double busy;

  if (sscanf (line, "cpu%d %lf %lf %lf %lf %lf %lf %lf %lf", &core, &user,
              &nice, &system, &idle, &waits, &irq, &softirq, &steal)
          < 8
      || core < 0 || core >= CPU_SETSIZE || !CPU_ISSET ((size_t)core, set))
    return;
  busy = user + nice + system + irq + softirq + steal;
  use->busy += busy;
  use->total += busy + idle + waits;
}

struct cores_use
cpu_time_of_cores (const char *root, const cpu_set_t *set)
{
  struct cores_use use = { 0 };
  char *path = xasprintf ("%s/proc/stat", root);
  FILE *file = fopen (path, "re");
  char *line = NULL;
  size_t room = 0;

  free (path);
  if (file == NULL)
    return use;
  /* /proc/stat begins with the lines of cores. */
  while (getline (&line, &room, file) > 0 && strncmp (line, "cpu", 3) == 0)
    add_core (&use, line, set);
  free (line);
  fclose (file);
  return use;
}
