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

#include "base/map.h"
#include "base/text.h"
#include "bench/surroundings.h"

extern char **environ;

/* Puts one more thing into a mark. */
static uint64_t
mix (uint64_t mark, const void *data, size_t bytes)
{
  const uint64_t both[] = { mark, fnv1a (data, bytes) };

  return fnv1a (both, sizeof both);
}

static uint64_t
rounding (void)
{
  return (uint64_t)fegetround ();
}

/* By what it does, which is the same on all processors. */
static uint64_t
tiny_numbers (void)
{
  volatile double least = DBL_MIN, tiny = DBL_TRUE_MIN;

  return (uint64_t)(least / 2 == 0) << 1 | (uint64_t)(tiny * 2 == 0);
}

static uint64_t
traps (void)
{
#ifdef __GLIBC__
  return (uint64_t)fegetexcept ();
#else
  return 0;
#endif
}

static uint64_t
blocked_signals (void)
{
  sigset_t set;
  uint64_t mark = 0;

  sigprocmask (SIG_SETMASK, NULL, &set);
  for (int i = 1; i < 64; i++)
    mark |= (uint64_t)(sigismember (&set, i) == 1) << i;
  return mark;
}

/* Whether each runs, not how far it has come. */
static uint64_t
timers (void)
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
limits (void)
{
  uint64_t mark = 0;

  for (int i = 0; i < RLIM_NLIMITS; i++) {
    struct rlimit limit = { 0 };

    getrlimit (i, &limit);
    mark = mix (mark, &limit, sizeof limit);
  }
  return mark;
}

static uint64_t
file_mask (void)
{
  mode_t mask = umask (077);

  umask (mask);
  return mask;
}

static uint64_t
folder (void)
{
  struct stat status;

  if (stat (".", &status) != 0)
    return 0;
  return mix (mix (0, &status.st_dev, sizeof status.st_dev), &status.st_ino,
              sizeof status.st_ino);
}

static uint64_t
children (void)
{
  siginfo_t info;

  return waitid (P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

static uint64_t
signal_actions (void)
{
  uint64_t mark = 0;

  for (int i = 1; i < 64; i++) {
    struct sigaction action = { 0 };

    if (sigaction (i, NULL, &action) == 0)
      mark = mix (mark, &action.sa_sigaction, sizeof action.sa_sigaction);
  }
  return mark;
}

static uint64_t
environment (void)
{
  uint64_t mark = 0;

  for (char **p = environ; p != NULL && *p != NULL; p++)
    mark = mix (mark, *p, strlen (*p));
  return mark;
}

static uint64_t
language (void)
{
  const char *name = setlocale (LC_ALL, NULL);

  return name != NULL ? fnv1a (name, strlen (name)) : 0;
}

static uint64_t
processors (void)
{
  cpu_set_t set;

  CPU_ZERO (&set);
  sched_getaffinity (0, sizeof set, &set);
  return fnv1a (&set, sizeof set);
}

static const struct thing {
  const char *name;
  uint64_t (*mark) (void);
  bool set_up; /* libraries may change it when they are first called */
} things[N_SURROUNDINGS] = {
  { "the rounding mode", rounding, false },
  { "whether tiny numbers count as zero", tiny_numbers, false },
  { "floating-point traps", traps, false },
  { "blocked signals", blocked_signals, false },
  { "a timer", timers, false },
  { "a resource limit", limits, false },
  { "the umask", file_mask, false },
  { "the working directory", folder, false },
  { "a child process", children, false },
  { "a signal's handler", signal_actions, true },
  { "the environment", environment, true },
  { "the locale", language, true },
  { "the processors that it runs on", processors, true },
};

void
surroundings_note (struct surroundings *s)
{
  for (int i = 0; i < N_SURROUNDINGS; i++)
    s->mark[i] = things[i].mark ();
  s->noted = true;
  s->settled = false;
}

bool
surroundings_settle (struct surroundings *s)
{
  bool same = true;

  for (int i = 0; s->noted && i < N_SURROUNDINGS; i++) {
    uint64_t mark = things[i].set_up ? things[i].mark () : s->mark[i];

    same &= mark == s->mark[i];
    s->mark[i] = mark;
  }
  s->settled = s->noted;
  return same;
}

char *
surroundings_changed (const struct surroundings *s)
{
  struct text text = { 0 };

  for (int i = 0; s->noted && i < N_SURROUNDINGS; i++)
    if ((!things[i].set_up || s->settled) && things[i].mark () != s->mark[i])
      text_add (&text, "%s%s", text.n > 0 ? ", " : "", things[i].name);
  return text.data;
}
