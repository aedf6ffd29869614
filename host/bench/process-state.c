/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <fenv.h>
#include <float.h>
#include <locale.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/pool.h"
#include "base/text.h"
#include "bench/bench.h"

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

static const struct state_probe {
  const char *name;
  uint64_t (*mark) (void);
  bool set_up; /* libraries may change it on their first call */
} state_probes[N_PROCESS_MARKS] = {
  { "the rounding mode", read_rounding_mode, false },
  { "whether tiny numbers count as zero", test_denormals, false },
  { "floating-point traps", read_fp_traps, false },
  { "blocked signals", read_blocked_signals, false },
  { "a timer", read_interval_timers, false },
  { "a resource limit", hash_resource_limits, false },
  { "the umask", read_umask, false },
  { "the working directory", hash_working_folder, false },
  { "a child process", has_children, false },
  { "a signal's handler", hash_signal_actions, true },
  { "the environment", hash_environment, true },
  { "the locale", hash_locale, true },
  { "the processors that it runs on", hash_affinity, true },
};

void
process_state_store (struct process_state *s)
{
  for (int i = 0; i < N_PROCESS_MARKS; i++)
    s->mark[i] = state_probes[i].mark ();
  s->stored = true;
  s->updated = false;
}

bool
process_state_update (struct process_state *s)
{
  bool same = true;

  for (int i = 0; s->stored && i < N_PROCESS_MARKS; i++) {
    uint64_t mark
        = state_probes[i].set_up ? state_probes[i].mark () : s->mark[i];

    same &= mark == s->mark[i];
    s->mark[i] = mark;
  }
  s->updated = s->stored;
  return same;
}

char *
process_state_changes (const struct process_state *s)
{
  struct text text = { 0 };

  for (int i = 0; s->stored && i < N_PROCESS_MARKS; i++)
    if ((!state_probes[i].set_up || s->updated)
        && state_probes[i].mark () != s->mark[i])
      text_add (&text, "%s%s", text.n > 0 ? ", " : "", state_probes[i].name);
  return text.data;
}
