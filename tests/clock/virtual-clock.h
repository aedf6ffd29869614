/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A clock for tests, the same for all processes of a run: nanoseconds in a file
 * that each of them maps, named by VIRTUAL_CLOCK.  A test starts it by the
 * function virtual_clock of tests/functions.sh.
 *
 * Time passes in three ways, none of which depends on the machine's load:
 *
 * - A reading of the clock takes `step`.
 * - Work takes as long as it claims to: virtual_work in a test's kernel or in
 *   the stand-in for the driver.
 * - When all processes of the run wait, tests/clock/keeper.c advances the clock
 *   to the earliest time for which one of them waits, and wakes that one.  So a
 *   limit of 60 s for a process that hangs is over at once, and one for a
 *   process that computes is never over.
 *
 * A wait occupies a slot with its end.  Work that would go past such an end
 * waits in a slot, too, so that what was to happen meanwhile happens then.
 * Processes that work at once take turns: the clock advances by the work of
 * both.
 *
 * A kernel must not sleep by the real clock: it would seem to hang.
 *
 * gkhost-clock is gkhost with this clock in place of host/base/clock.c and
 * cpu-time.c.  Plugins include this file; where VIRTUAL_CLOCK is not set, they
 * get the real clock.
 */
#ifndef VIRTUAL_CLOCK_H
#define VIRTUAL_CLOCK_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { VIRTUAL_SLOTS = 128, VIRTUAL_MEMBERS = 512 };

/* The keeper wakes a thread that waits by this signal. */
#define VIRTUAL_WAKE (SIGRTMAX - 1)

struct virtual_slot {
  _Atomic int thread; /* 0: free */
  _Atomic int process;
  _Atomic int woken;
  _Atomic int work;     /* not a wait */
  _Atomic uint64_t end; /* ns */
};

struct virtual_clock {
  _Atomic uint64_t now;                /* ns */
  _Atomic uint64_t step;               /* ns */
  _Atomic uint64_t waits;              /* begun so far */
  _Atomic int member[VIRTUAL_MEMBERS]; /* processes; 0: none */
  struct virtual_slot slot[VIRTUAL_SLOTS];
};

/* Returns NULL where there is none. */
static inline struct virtual_clock *
virtual_map (void)
{
  static struct virtual_clock *mapped;
  const char *path = getenv ("VIRTUAL_CLOCK");
  int fd;

  if (mapped != NULL || path == NULL)
    return mapped;
  fd = open (path, O_RDWR | O_CLOEXEC);
  if (fd < 0)
    abort ();
  mapped = (struct virtual_clock *)mmap (
      NULL, sizeof *mapped, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close (fd);
  if ((void *)mapped == MAP_FAILED)
    abort ();
  return mapped;
}

/* The least end for which any thread waits, or works; UINT64_MAX: none does. */
static inline uint64_t
virtual_next (struct virtual_clock *c, int work)
{
  uint64_t least = UINT64_MAX;

  for (int i = 0; i < VIRTUAL_SLOTS; i++)
    if (c->slot[i].thread != 0 && (work || !c->slot[i].work)
        && c->slot[i].end < least)
      least = c->slot[i].end;
  return least;
}

static inline struct virtual_slot *
virtual_take_slot (struct virtual_clock *c, uint64_t end, int work)
{
  for (int i = 0; i < VIRTUAL_SLOTS; i++) {
    struct virtual_slot *s = &c->slot[i];
    int none = 0;

    if (!atomic_compare_exchange_strong (&s->thread, &none,
                                         (int)syscall (SYS_gettid)))
      continue;
    s->process = getpid ();
    s->woken = 0;
    s->work = work;
    s->end = end;
    c->waits++;
    return s;
  }
  abort ();
}

static inline void
virtual_leave_slot (struct virtual_slot *s)
{
  s->end = UINT64_MAX;
  s->thread = 0;
}

/* As poll, until the clock shows `end`. */
static inline int
virtual_poll (struct virtual_clock *c, struct pollfd *fds, nfds_t n,
              uint64_t end, int work)
{
  sigset_t wake, before, during;
  struct virtual_slot *s;
  int result, error;

  sigemptyset (&wake);
  sigaddset (&wake, VIRTUAL_WAKE);
  pthread_sigmask (SIG_BLOCK, &wake, &before);
  during = before;
  sigdelset (&during, VIRTUAL_WAKE);
  s = virtual_take_slot (c, end, work);
  result = ppoll (fds, n, NULL, &during);
  error = errno;
  if (result < 0 && error == EINTR && c->now >= end)
    result = 0;
  virtual_leave_slot (s);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  errno = error;
  return result;
}

static inline uint64_t
virtual_ns (double seconds)
{
  return seconds > 0 ? (uint64_t)(1e9 * seconds + 0.5) : 0;
}

static inline void
virtual_sleep_really (double seconds)
{
  const struct timespec t
      = { .tv_sec = (time_t)seconds,
          .tv_nsec = (long)(1e9 * (seconds - (double)(time_t)seconds)) };

  nanosleep (&t, NULL);
}

/* Waits for others. */
static inline void
virtual_sleep (double seconds)
{
  struct virtual_clock *c = virtual_map ();

  if (c != NULL)
    virtual_poll (c, NULL, 0, c->now + virtual_ns (seconds), 0);
  else
    virtual_sleep_really (seconds);
}

/* The calling thread computes, or its device does, for so long. */
static inline void
virtual_work (double seconds)
{
  struct virtual_clock *c = virtual_map ();
  uint64_t now, end;

  if (c == NULL) {
    virtual_sleep_really (seconds);
    return;
  }
  now = c->now;
  end = now + virtual_ns (seconds);
  while (virtual_next (c, 0) > end)
    if (atomic_compare_exchange_weak (&c->now, &now, end))
      return;
    else
      end = now + virtual_ns (seconds);
  while (c->now < end)
    virtual_poll (c, NULL, 0, end, 1);
}

/* As virtual_work, of what takes a time of its own by the real clock. */
static inline void
virtual_compute (double seconds)
{
  if (virtual_map () != NULL)
    virtual_work (seconds);
}

/* Reads the clock without taking a step. */
static inline double
virtual_now (void)
{
  struct virtual_clock *c = virtual_map ();
  struct timespec t;

  if (c != NULL)
    return 1e-9 * (double)c->now;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
