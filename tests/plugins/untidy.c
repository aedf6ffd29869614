/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants of copy that are right, and each leave something of their process
 * other than they found it.
 */
#include <config.h>

#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "right-copy.h"
#include "slows.h"

/* What each does, once its launches are over. */

static void
rounding (const gk_host *host, void *state)
{
  (void)host, (void)state;
  fesetround (FE_UPWARD);
}

static void
traps (const gk_host *host, void *state)
{
  (void)host, (void)state;
  feenableexcept (FE_DIVBYZERO);
}

static void
tiny_numbers (const gk_host *host, void *state)
{
  (void)host, (void)state;
#if defined __SSE__
  __builtin_ia32_ldmxcsr (__builtin_ia32_stmxcsr () | 0x8000);
#elif defined __aarch64__
  __builtin_aarch64_set_fpcr (__builtin_aarch64_get_fpcr () | 1 << 24);
#endif
}

static void
blocked (const gk_host *host, void *state)
{
  sigset_t set;

  (void)host, (void)state;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR2);
  sigprocmask (SIG_BLOCK, &set, NULL);
}

static void
timer (const gk_host *host, void *state)
{
  const struct itimerval soon = { .it_value = { .tv_usec = 300000 } };

  (void)host, (void)state;
  setitimer (ITIMER_REAL, &soon, NULL);
}

static void
limit (const gk_host *host, void *state)
{
  struct rlimit room;

  (void)host, (void)state;
  getrlimit (RLIMIT_NOFILE, &room);
  room.rlim_cur--;
  setrlimit (RLIMIT_NOFILE, &room);
}

static void
mask (const gk_host *host, void *state)
{
  (void)host, (void)state;
  umask (umask (0) ^ 07);
}

static void
folder (const gk_host *host, void *state)
{
  (void)host, (void)state;
  if (chdir ("/") != 0)
    abort ();
}

static void
child (const gk_host *host, void *state)
{
  (void)host, (void)state;
  if (fork () == 0)
    for (;;)
      pause ();
}

static void
ignore (int number)
{
  (void)number;
}

static void
handler (const gk_host *host, void *state)
{
  (void)host, (void)state;
  signal (SIGUSR1, ignore);
}

static void
variable (const gk_host *host, void *state)
{
  (void)host, (void)state;
  setenv ("GKHOST_TESTS_UNTIDY", "1", 1);
}

static void
language (const gk_host *host, void *state)
{
  (void)host, (void)state;
  setlocale (LC_ALL, "C.UTF-8");
}

static void
processors (const gk_host *host, void *state)
{
  cpu_set_t set;
  int last = CPU_SETSIZE - 1;

  (void)host, (void)state;
  sched_getaffinity (0, sizeof set, &set);
  while (!CPU_ISSET (last, &set))
    last--;
  CPU_ZERO (&set);
  CPU_SET (last, &set);
  sched_setaffinity (0, sizeof set, &set);
}

static void
policy (const gk_host *host, void *state)
{
  const struct sched_param param = { 0 };

  (void)host, (void)state;
  sched_setscheduler (0, SCHED_BATCH, &param);
}

static void
lower (const gk_host *host, void *state)
{
  (void)host, (void)state;
  setpriority (PRIO_PROCESS, 0, getpriority (PRIO_PROCESS, 0) + 1);
}

static void
slack (const gk_host *host, void *state)
{
  (void)host, (void)state;
  prctl (PR_SET_TIMERSLACK, 123456, 0, 0, 0);
}

static void
small_pages (const gk_host *host, void *state)
{
  (void)host, (void)state;
  prctl (PR_SET_THP_DISABLE, 1, 0, 0, 0);
}

static void
descriptors (const gk_host *host, void *state)
{
  (void)host, (void)state;
  for (int i = 0; i < 60; i++)
    if (dup (1) < 0)
      abort ();
}

static void
hoard (const gk_host *host, void *state)
{
  enum { BYTES = 8 << 20 };
  static volatile char *memory;

  (void)host, (void)state;
  memory = malloc (BYTES);
  if (memory == NULL)
    abort ();
  for (int i = 0; i < BYTES; i += 512)
    memory[i] = 1;
}

static void *
spin (void *unused)
{
  volatile uint64_t n = 0;

  (void)unused;
  for (;;)
    n = n + 1;
  return NULL;
}

static void
threads (const gk_host *host, void *state)
{
  (void)host, (void)state;
  for (int i = 0; i < 2; i++) {
    pthread_t thread;

    if (pthread_create (&thread, NULL, spin, NULL) == 0)
      pthread_detach (thread);
  }
}

/* Does it before its launches: as libraries set themselves up. */
static int
handler_first (const gk_host *host, const gk_device *device,
               const void *problem, const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values;
  handler (host, *state);
  return GK_OK;
}

/* More than a library opens. */
static int
descriptors_first (const gk_host *host, const gk_device *device,
                   const void *problem, const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values;
  descriptors (host, *state);
  return GK_OK;
}

/* Sets a handler, the environment and the locale, and puts them back. */
static int
borrow (const gk_host *host, const gk_device *device, const void *problem,
        const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values;
  handler (host, *state);
  variable (host, *state);
  language (host, *state);
  return GK_OK;
}

static void
put_back (const gk_host *host, void *state)
{
  (void)host, (void)state;
  signal (SIGUSR1, SIG_DFL);
  unsetenv ("GKHOST_TESTS_UNTIDY");
  setlocale (LC_ALL, "C");
}

static bool spoilt;

static void
spoil (const gk_host *host, void *state)
{
  (void)host, (void)state;
  spoilt = true;
}

/* Where something is spoilt. */
static int
fragile (const gk_host *host, const void *problem, void *state, void *stream)
{
  if (spoilt) {
    /* Whatever handler a sanitizer set is not what is tested. */
    signal (SIGSEGV, SIG_DFL);
    raise (SIGSEGV);
  }
  return right (host, problem, state, stream);
}

/* It must find no handler that another set. */
static int
no_handler (const gk_host *host, const gk_device *device, const void *problem,
            const gk_value *values, void **state)
{
  struct sigaction action;

  (void)device, (void)problem, (void)values, (void)state;
  sigaction (SIGUSR1, NULL, &action);
  if (action.sa_handler == SIG_DFL)
    return GK_OK;
  host->error (host, "another's handler is still there");
  return GK_FAIL;
}

static int
slows (const gk_host *host, const void *problem, void *state, void *stream)
{
  slow_relatives ();
  return right (host, problem, state, stream);
}

/* Logs what it inherited. */
static int
look (const gk_host *host, const gk_device *device, const void *problem,
      const gk_value *values, void **state)
{
  struct rlimit processes, memory, stack;
  cpu_set_t set;

  (void)device, (void)problem, (void)values, (void)state;
  sched_getaffinity (0, sizeof set, &set);
  getrlimit (RLIMIT_NPROC, &processes);
  getrlimit (RLIMIT_AS, &memory);
  getrlimit (RLIMIT_STACK, &stack);
  host->log (host, "inherited %d %d %d %ju %ju %ju", CPU_COUNT (&set),
             sched_getscheduler (0), getpriority (PRIO_PROCESS, 0),
             (uintmax_t)processes.rlim_cur, (uintmax_t)memory.rlim_cur,
             (uintmax_t)stack.rlim_cur);
  return GK_OK;
}

#define VARIANT(n, s, r)                                                       \
  {                                                                            \
    .family = "copy", .name = n, .summary = s, .device = GK_CPU,               \
    .dtypes = GK_BIT (GK_F32), .launch = right, .release = r                   \
  }

static const gk_variant variants[] = {
  VARIANT ("rounding", "leaves another rounding mode", rounding),
  VARIANT ("traps", "leaves a floating-point trap", traps),
  VARIANT ("tiny-numbers", "leaves tiny numbers flushed to zero", tiny_numbers),
  VARIANT ("blocked", "leaves a signal blocked", blocked),
  VARIANT ("timer", "leaves a timer running", timer),
  VARIANT ("limit", "leaves a lower limit of open files", limit),
  VARIANT ("mask", "leaves another umask", mask),
  VARIANT ("folder", "leaves another working directory", folder),
  VARIANT ("child", "leaves a child process", child),
  VARIANT ("handler", "leaves a signal's handler", handler),
  VARIANT ("variable", "leaves an environment variable", variable),
  VARIANT ("language", "leaves another locale", language),
  VARIANT ("processors", "leaves its thread on one processor", processors),
  VARIANT ("policy", "leaves another scheduling policy", policy),
  VARIANT ("lower", "leaves a lower priority", lower),
  VARIANT ("slack", "leaves another timer slack", slack),
  VARIANT ("small-pages", "leaves huge pages switched off", small_pages),
  VARIANT ("descriptors", "leaves descriptors open", descriptors),
  VARIANT ("hoards", "leaves memory allocated", hoard),
  VARIANT ("hoards-b", "leaves memory allocated", hoard),
  VARIANT ("hoards-c", "leaves memory allocated", hoard),
  VARIANT ("hoards-d", "leaves memory allocated", hoard),
  VARIANT ("threads", "leaves threads that spin", threads),
  VARIANT ("spoils", "changes what another variant needs", spoil),
  {
      .family = "copy",
      .name = "fragile",
      .summary = "raises SIGSEGV where that was changed",
      .device = GK_CPU,
      .dtypes = GK_BIT (GK_F32),
      .launch = fragile,
  },
  {
      .family = "copy",
      .name = "handler-first",
      .summary = "sets a signal's handler before its launches",
      .device = GK_CPU,
      .dtypes = GK_BIT (GK_F32),
      .prepare = handler_first,
      .launch = right,
  },
  {
      .family = "copy",
      .name = "descriptors-first",
      .summary = "opens descriptors before its launches",
      .device = GK_CPU,
      .dtypes = GK_BIT (GK_F32),
      .prepare = descriptors_first,
      .launch = right,
  },
  {
      .family = "copy",
      .name = "borrows",
      .summary = "puts back what it sets before its launches",
      .device = GK_CPU,
      .dtypes = GK_BIT (GK_F32),
      .prepare = borrow,
      .launch = right,
      .release = put_back,
  },
  {
      .family = "copy",
      .name = "slows",
      .summary = "changes what the run's other processes inherit",
      .device = GK_CPU,
      .dtypes = GK_BIT (GK_F32),
      .launch = slows,
  },
  {
      .family = "copy",
      .name = "looks",
      .summary = "logs what it inherited",
      .device = GK_CPU,
      .dtypes = GK_BIT (GK_F32),
      .prepare = look,
      .launch = right,
  },
  {
      .family = "copy",
      .name = "after",
      .summary = "is right, and looks for others' handlers",
      .device = GK_CPU,
      .dtypes = GK_BIT (GK_F32),
      .prepare = no_handler,
      .launch = right,
  },
};

GK_PLUGIN ("untidy", PACKAGE_VERSION, "variants that change their process",
           NULL, variants)
