/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/message.h"
#include "base/strand.h"
#include "base/xalloc.h"

/* The kernel allocates only the pages that are touched.  Writing JSON that
 * nests as deeply as jansson parses takes 0.6 MiB on x86-64. */
enum { STACK_BYTES = 4 << 20 };

/* What a strand waits for. */
struct wait {
  struct pollfd *fds;
  nfds_t n;
  double until; /* by clock_now */
  int result, error;
};

struct strand {
  void (*run) (void *user);
  void *user;
  ucontext_t here, loop;
  char *stack; /* its lowest page is a guard page */
  size_t bytes;
  bool runs; /* right now */
  bool over;
  struct wait wait;
};

struct strand *
strand_new (void (*run) (void *), void *user)
{
  struct strand *s = xcalloc (1, sizeof *s);
  size_t page = (size_t)sysconf (_SC_PAGESIZE);

  s->run = run;
  s->user = user;
  s->bytes = STACK_BYTES + page;
  s->stack = mmap (NULL, s->bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (s->stack != MAP_FAILED && mprotect (s->stack, page, PROT_NONE) == 0)
    return s;
  message_print ("can't make a stack of %d KiB: %s", STACK_BYTES >> 10,
                 strerror (errno));
  strand_free (s);
  return NULL;
}

void
strand_free (struct strand *s)
{
  if (s != NULL && s->stack != MAP_FAILED)
    munmap (s->stack, s->bytes);
  free (s);
}

/* Runs the strand until it waits or is over. */
static void
enter_strand (struct strand *s)
{
  s->runs = true;
  swapcontext (&s->loop, &s->here);
  s->runs = false;
}

/* The first function on the stack: makecontext passes a pointer in two halves.
 */
static void
begin_strand (unsigned high, unsigned low)
{
  struct strand *s
      = (struct strand *)(uintptr_t)((uint64_t)high << 32 | (uint64_t)low);

  s->run (s->user);
  s->over = true;
  swapcontext (&s->here, &s->loop);
}

static void
start_strand (struct strand *s)
{
  const uint64_t address = (uintptr_t)s;

  getcontext (&s->here);
  s->here.uc_stack.ss_sp = s->stack;
  s->here.uc_stack.ss_size = s->bytes;
  s->here.uc_link = NULL;
  makecontext (&s->here, (void (*) (void))begin_strand, 2,
               (unsigned)(address >> 32), (unsigned)address);
  enter_strand (s);
}

/* For ppoll. */
static struct timespec
make_timespec (double seconds)
{
  const double whole = floor (fmax (seconds, 0));

  return (struct timespec){ .tv_sec = (time_t)whole,
                            .tv_nsec
                            = (long)(1e9 * (fmax (seconds, 0) - whole)) };
}

static int
wait_alone (struct pollfd *fds, nfds_t n, double seconds)
{
  const struct timespec wait = make_timespec (seconds);

  return ppoll (fds, n, &wait, NULL);
}

int
strand_poll (struct strand *s, struct pollfd *fds, nfds_t n, double seconds)
{
  if (s == NULL || !s->runs)
    return wait_alone (fds, n, seconds);
  s->wait
      = (struct wait){ .fds = fds, .n = n, .until = clock_now () + seconds };
  swapcontext (&s->here, &s->loop);
  errno = s->wait.error;
  return s->wait.result;
}

/* Stores the results of the fds that belong to w. */
static void
store_result (struct wait *w, const struct pollfd *polled, int error)
{
  w->error = error;
  w->result = error != 0 ? -1 : 0;
  for (nfds_t i = 0; i < w->n; i++) {
    w->fds[i].revents = error != 0 ? 0 : polled[i].revents;
    w->result += w->fds[i].revents != 0;
  }
}

/* Returns the fds of all strands, to be freed, and the earliest deadline. */
static struct pollfd *
gather_waits (struct strand *const *strand, size_t n, nfds_t *n_fds,
              double *until)
{
  struct pollfd *fds = xcalloc (1, sizeof *fds);

  *n_fds = 0;
  *until = INFINITY;
  for (size_t i = 0; i < n; i++) {
    const struct wait *w = &strand[i]->wait;

    if (strand[i]->over)
      continue;
    *until = fmin (*until, w->until);
    fds = xrealloc (fds, (*n_fds + w->n + 1) * sizeof *fds);
    for (nfds_t j = 0; j < w->n; j++)
      fds[(*n_fds)++] = w->fds[j];
  }
  return fds;
}

/* One poll for all. */
static void
wait_for_all (struct strand *const *strand, size_t n)
{
  double until;
  nfds_t n_fds, at = 0;
  struct pollfd *fds = gather_waits (strand, n, &n_fds, &until);
  int error = 0;

  if (wait_alone (fds, n_fds, until - clock_now ()) < 0)
    error = errno;
  for (size_t i = 0; i < n; i++)
    if (!strand[i]->over) {
      store_result (&strand[i]->wait, fds + at, error);
      at += strand[i]->wait.n;
    }
  free (fds);
}

/* True if an event or the deadline ended its wait. */
static bool
is_ready (const struct strand *s)
{
  return s->wait.result != 0 || clock_now () >= s->wait.until;
}

void
strands_run (struct strand *const *strand, size_t n)
{
  size_t left = 0;

  for (size_t i = 0; i < n; i++) {
    start_strand (strand[i]);
    left += !strand[i]->over;
  }
  while (left > 0) {
    wait_for_all (strand, n);
    for (size_t i = 0; i < n; i++) {
      if (strand[i]->over || !is_ready (strand[i]))
        continue;
      enter_strand (strand[i]);
      left -= strand[i]->over;
    }
  }
}
