/* SPDX-License-Identifier: BSD-3-Clause
 *
 * host/base/clock.h and cpu-time.h by the clock of virtual-clock.h, and the
 * passes over memory that tell its bandwidth: by this clock they take no time.
 */
#include <config.h>

#include <math.h>
#include <stdbool.h>

#include "base/clock.h"
#include "base/cpu-time.h"
#include "base/xalloc.h"
#include "device/cpu/cpu.h"
#include "virtual-clock.h"

static struct virtual_clock *clock_map;

static void
wake (int signal_number)
{
  (void)signal_number;
}

/* A process that has not joined by now is no part of the run yet: its parent
 * is, and the keeper knows it by that. */
__attribute__ ((constructor)) static void
join_clock (void)
{
  const struct sigaction action
      = { .sa_handler = wake, .sa_flags = SA_RESTART };

  clock_map = virtual_map ();
  if (clock_map == NULL)
    abort ();
  sigaction (VIRTUAL_WAKE, &action, NULL);
  for (int i = 0; i < VIRTUAL_MEMBERS; i++) {
    int none = 0;

    if (atomic_compare_exchange_strong (&clock_map->member[i], &none,
                                        getpid ()))
      return;
  }
  abort ();
}

double
clock_now (void)
{
  return 1e-9
         * (double)(atomic_fetch_add (&clock_map->now, clock_map->step)
                    + clock_map->step);
}

/* To look at this clock shows more than to read it beside a mark, by a step,
 * which is longer than what is looked for: nothing is seen. */
double
clock_peek (void)
{
  return NAN;
}

char *
clock_date (void)
{
  return xstrdup ("2026-11-20T10:00:00Z");
}

void
clock_sleep (double seconds)
{
  virtual_sleep (seconds);
}

int
clock_poll (struct pollfd *fds, nfds_t n, double seconds)
{
  if (isinf (seconds))
    return poll (fds, n, -1);
  if (seconds <= 0)
    return poll (fds, n, 0);
  return virtual_poll (clock_map, fds, n, clock_map->now + virtual_ns (seconds),
                       0);
}

void
clock_spin (uint64_t turns)
{
  virtual_work (1e-9 * (double)turns);
}

double
clock_measure_spin (void)
{
  return 1e9;
}

void
clock_set_alarm (unsigned seconds)
{
  alarm (seconds);
}

/* Unknown, as on a kernel that does not report it. */
int
cpu_time_open (pid_t pid)
{
  (void)pid;
  return -1;
}

double
cpu_time (int fd)
{
  (void)fd;
  return NAN;
}

/* All compute all the time. */
double
cpu_time_all_threads (pid_t pid)
{
  (void)pid;
  return virtual_now ();
}

double
cpu_time_wanted (pid_t pid)
{
  return cpu_time (cpu_time_open (pid));
}

double
cpu_time_waited (void)
{
  return cpu_time (cpu_time_open (0));
}

/* Unknown. */
bool
cpu_time_has_one_thread (pid_t pid)
{
  (void)pid;
  return false;
}

double
cpu_time_other_threads (void)
{
  return 0;
}

double
cpu_load (void)
{
  const char *load = getenv ("VIRTUAL_LOAD");

  return load != NULL ? atof (load) : 0;
}

struct cores_use
cpu_time_of_cores (const char *root, const cpu_set_t *set)
{
  (void)root, (void)set;
  return (struct cores_use){ 0, 0 };
}

void
bandwidth_read (char *memory, size_t bytes)
{
  (void)memory, (void)bytes;
}

void
bandwidth_write (char *memory, size_t bytes)
{
  (void)memory, (void)bytes;
}

void
bandwidth_copy (char *memory, size_t bytes)
{
  (void)memory, (void)bytes;
}
