/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <fenv.h>
#include <float.h>
#include <inttypes.h>
#include <locale.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/pool.h"
#include "base/read-file.h"
#include "base/text.h"
#include "bench/bench.h"

#ifdef __GLIBC_PREREQ
#if __GLIBC_PREREQ(2, 33)
#include <malloc.h>
#define HAVE_MALLINFO2
#endif
#endif

extern char **environ;

/* Combines a hash with more data. */
static uint64_t
extend_hash (uint64_t mark, const void *data, size_t bytes)
{
  const uint64_t both[] = { mark, fnv1a_hash (data, bytes) };

  return fnv1a_hash (both, sizeof both);
}

static uint64_t
read_rounding_mode (void)
{
  return (uint64_t)fegetround ();
}

/* Tests the behaviour, which works on all processors. */
static uint64_t
test_denormals (void)
{
  volatile double least = DBL_MIN, tiny = DBL_TRUE_MIN;

  return (uint64_t)(least / 2 == 0) << 1 | (uint64_t)(tiny * 2 == 0);
}

static uint64_t
read_fp_traps (void)
{
#ifdef __GLIBC__
  return (uint64_t)fegetexcept ();
#else
  return 0;
#endif
}

static uint64_t
read_blocked_signals (void)
{
  sigset_t set;
  uint64_t mark = 0;

  sigprocmask (SIG_SETMASK, NULL, &set);
  for (int i = 1; i < 64; i++)
    mark |= (uint64_t)(sigismember (&set, i) == 1) << i;
  return mark;
}

/* Whether each timer runs, not its value. */
static uint64_t
read_interval_timers (void)
{
  static const int which[] = { ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF };
  uint64_t mark = 0;

  for (size_t i = 0; i < sizeof which / sizeof which[0]; i++) {
    struct itimerval t = { 0 };

    getitimer (which[i], &t);
    mark = mark << 1
           | (t.it_value.tv_sec != 0 || t.it_value.tv_usec != 0
              || t.it_interval.tv_sec != 0 || t.it_interval.tv_usec != 0);
  }
  return mark;
}

static uint64_t
hash_resource_limits (void)
{
  uint64_t mark = 0;

  for (int i = 0; i < RLIM_NLIMITS; i++) {
    struct rlimit limit = { 0 };

    getrlimit (i, &limit);
    mark = extend_hash (mark, &limit, sizeof limit);
  }
  return mark;
}

static uint64_t
read_umask (void)
{
  mode_t mask = umask (077);

  umask (mask);
  return mask;
}

static uint64_t
hash_working_folder (void)
{
  struct stat status;

  if (stat (".", &status) != 0)
    return 0;
  return extend_hash (extend_hash (0, &status.st_dev, sizeof status.st_dev),
                      &status.st_ino, sizeof status.st_ino);
}

static uint64_t
has_children (void)
{
  siginfo_t info;

  return waitid (P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

static uint64_t
hash_signal_actions (void)
{
  uint64_t mark = 0;

  for (int i = 1; i < 64; i++) {
    struct sigaction action = { 0 };

    if (sigaction (i, NULL, &action) == 0)
      mark = extend_hash (mark, &action.sa_sigaction,
                          sizeof action.sa_sigaction);
  }
  return mark;
}

static uint64_t
hash_environment (void)
{
  uint64_t mark = 0;

  for (char **p = environ; p != NULL && *p != NULL; p++)
    mark = extend_hash (mark, *p, strlen (*p));
  return mark;
}

static uint64_t
hash_locale (void)
{
  const char *name = setlocale (LC_ALL, NULL);

  return name != NULL ? fnv1a_hash (name, strlen (name)) : 0;
}

static uint64_t
hash_affinity (void)
{
  cpu_set_t set;

  CPU_ZERO (&set);
  sched_getaffinity (0, sizeof set, &set);
  return fnv1a_hash (&set, sizeof set);
}

/* A policy of time-sharing has the priority 0. */
static uint64_t
read_policy (void)
{
  struct sched_param param = { 0 };

  sched_getparam (0, &param);
  return (uint64_t)sched_getscheduler (0) << 32
         | (uint32_t)param.sched_priority;
}

static uint64_t
read_nice (void)
{
  return (uint64_t)getpriority (PRIO_PROCESS, 0);
}

static uint64_t
read_timer_slack (void)
{
  return (uint64_t)prctl (PR_GET_TIMERSLACK, 0, 0, 0, 0);
}

static uint64_t
read_huge_pages (void)
{
  return (uint64_t)prctl (PR_GET_THP_DISABLE, 0, 0, 0, 0);
}

/* A trapped counter takes a signal for each reading. */
static uint64_t
read_counter_mode (void)
{
  int mode = 0;

  prctl (PR_GET_TSC, &mode, 0, 0, 0);
  return (uint64_t)mode;
}

/* Where a filter denies any further one, there is nothing to count. */
static uint64_t
count_filters (void)
{
#ifdef SYS_seccomp
  if (syscall (SYS_seccomp, 1 /* SECCOMP_SET_MODE_FILTER */, 0, NULL) != 0
      && errno == EPERM)
    return 0;
#endif
  char *text = file_line ("/proc/thread-self/status", "Seccomp_filters:");
  const uint64_t mark = text != NULL ? strtoull (text, NULL, 10) : 0;

  free (text);
  return mark;
}

/* Linux 6.2 has the number as the folder's size. */
static uint64_t
count_descriptors (void)
{
  const char *path = "/proc/self/fd";
  struct stat status = { 0 };
  uint64_t mark = 0;
  DIR *folder;

  if (stat (path, &status) == 0 && status.st_size > 0)
    return (uint64_t)status.st_size;
  folder = opendir (path);
  while (folder != NULL && readdir (folder) != NULL)
    mark++;
  if (folder != NULL)
    closedir (folder);
  return mark;
}

/* A driver opens some dozen of them as a context is first used, and with
 * --in-process the judge some while launches are timed. */
enum { FEW_DESCRIPTORS = 32 };

static const struct state_probe {
  const char *name;
  uint64_t (*mark) (void);
  bool set_up;  /* libraries may change it on their first call */
  bool counts;  /* the mark is a number of what the name says */
  uint64_t few; /* so many more or fewer are no change */
} state_probes[N_PROCESS_MARKS] = {
  { "the rounding mode", read_rounding_mode, false, false, 0 },
  { "whether tiny numbers count as zero", test_denormals, false, false, 0 },
  { "floating-point traps", read_fp_traps, false, false, 0 },
  { "blocked signals", read_blocked_signals, false, false, 0 },
  { "a timer", read_interval_timers, false, false, 0 },
  { "a resource limit", hash_resource_limits, false, false, 0 },
  { "the umask", read_umask, false, false, 0 },
  { "the working directory", hash_working_folder, false, false, 0 },
  { "a child process", has_children, false, false, 0 },
  { "the scheduling policy", read_policy, false, false, 0 },
  { "its nice value", read_nice, false, false, 0 },
  { "the timer slack", read_timer_slack, false, false, 0 },
  { "whether it gets huge pages", read_huge_pages, false, false, 0 },
  { "the time stamp counter's mode", read_counter_mode, false, false, 0 },
  { "seccomp filters", count_filters, false, true, 0 },
  { "open descriptors", count_descriptors, true, true, FEW_DESCRIPTORS },
  { "a signal's handler", hash_signal_actions, true, false, 0 },
  { "the environment", hash_environment, true, false, 0 },
  { "the locale", hash_locale, true, false, 0 },
  { "the processors that it runs on", hash_affinity, true, false, 0 },
};

void
process_state_store (struct process_state *s)
{
  for (int i = 0; i < N_PROCESS_MARKS; i++)
    s->before[i] = s->set_up[i] = state_probes[i].mark ();
  if (!s->used)
    memcpy (s->first, s->before, sizeof s->first);
  s->stored = s->used = true;
  s->updated = false;
}

void
process_state_update (struct process_state *s)
{
  for (int i = 0; s->stored && i < N_PROCESS_MARKS; i++)
    if (state_probes[i].set_up)
      s->set_up[i] = state_probes[i].mark ();
  s->updated = s->stored;
}

static bool
differ (const struct state_probe *probe, uint64_t before, uint64_t now)
{
  return now > before ? now - before > probe->few : before - now > probe->few;
}

/* Adds what changed by its name, "3 more open descriptors" where it counts. */
static void
add_change (struct text *text, const struct state_probe *probe, uint64_t before,
            uint64_t now)
{
  text_add (text, "%s", text->n > 0 ? ", " : "");
  if (probe->counts)
    text_add (text, "%" PRIu64 " %s ",
              now > before ? now - before : before - now,
              now > before ? "more" : "fewer");
  text_add (text, "%s", probe->name);
}

struct process_changes
process_state_changes (const struct process_state *s)
{
  struct text wrong = { 0 }, kept = { 0 };

  for (int i = 0; s->stored && i < N_PROCESS_MARKS; i++) {
    const struct state_probe *probe = &state_probes[i];
    const uint64_t before = s->before[i], now = probe->mark ();
    const uint64_t last = probe->set_up && s->updated ? s->set_up[i] : before;
    const uint64_t first = probe->few > 0 ? s->first[i] : before;

    if (now == before)
      continue;
    if ((!probe->set_up || s->updated) && differ (probe, last, now))
      add_change (&wrong, probe, last, now);
    else if (differ (probe, first, now))
      add_change (&kept, probe, before, now);
  }
  return (struct process_changes){ wrong.data, kept.data };
}

void
process_changes_free (struct process_changes *changes)
{
  free (changes->wrong);
  free (changes->kept);
}

/* In KiB; heaps always grow by a little. */
enum { LITTLE_GROWTH = 1024 };
/* Fewer times in a row a library may fill what it keeps. */
enum { GROWTHS = 3 };

/* Returns the resident memory that no file backs. */
static uint64_t
read_memory (void)
{
  unsigned long resident = 0, of_files = 0;
  FILE *file = fopen ("/proc/self/statm", "re");

  if (file != NULL) {
    if (fscanf (file, "%*u %lu %lu", &resident, &of_files) != 2)
      resident = of_files = 0;
    fclose (file);
  }
  return (resident - of_files) * ((uint64_t)sysconf (_SC_PAGESIZE) >> 10);
}

bool
memory_growth_check (struct memory_growth *g)
{
  const uint64_t before = g->kib;

  g->kib = read_memory ();
  if (before == 0 || g->kib < before + LITTLE_GROWTH)
    *g = (struct memory_growth){ .kib = g->kib };
  else {
    g->times++;
    g->grown += g->kib - before;
  }
  return g->times >= GROWTHS;
}

/* After fewer launches, those before may have filled what a library keeps. */
enum { FEW_LAUNCHES = 3, LITTLE_OF_LAUNCH = 64 << 10 };

/* Returns the bytes that malloc has given out; 0: not known.  What the process
 * has mapped grows in other steps. */
static size_t
read_allocated (void)
{
#ifdef HAVE_MALLINFO2
  const struct mallinfo2 info = mallinfo2 ();

  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

void
launch_growth_begin (struct launch_growth *g)
{
  g->before = read_allocated ();
}

void
launch_growth_end (struct launch_growth *g)
{
  const size_t now = read_allocated ();
  const size_t left = now > g->before ? now - g->before : 0;

  if (g->n_launches++ == 0 || left < g->least)
    g->least = left;
}

size_t
launch_growth_bytes (const struct launch_growth *g)
{
  return g->n_launches >= FEW_LAUNCHES && g->least > LITTLE_OF_LAUNCH ? g->least
                                                                      : 0;
}
