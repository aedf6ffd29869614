/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/parallel.h"

/* More threads than these wait for the memory; a smaller part is done before a
 * thread would be there to do it. */
enum { MOST = 8, LEAST_BYTES = 4 << 20 };

struct job {
  parallel_part *part;
  void *user;
  size_t from, end;
};

static void *
run (void *job)
{
  const struct job *j = job;

  j->part (j->user, j->from, j->end);
  return NULL;
}

static size_t
threads_for (size_t bytes)
{
  long cores = sysconf (_SC_NPROCESSORS_ONLN);
  size_t n = bytes / LEAST_BYTES;

  if (cores < 1 || n < 1)
    return 1;
  if (n > (size_t)cores)
    n = (size_t)cores;
  return n < MOST ? n : MOST;
}

void
parallel (size_t bytes, parallel_part *part, void *user)
{
  size_t n = threads_for (bytes), step = (bytes / n + 63) / 64 * 64;
  struct job job[MOST];
  pthread_t thread[MOST];
  bool started[MOST] = { false };

  for (size_t i = 0; i < n; i++) {
    size_t from = i * step < bytes ? i * step : bytes;

    job[i] = (struct job){ part, user, from, from + step };
    if (i + 1 == n || job[i].end > bytes)
      job[i].end = bytes;
    /* The last is this thread's, and each that no thread can be had for. */
    started[i]
        = i + 1 < n && pthread_create (&thread[i], NULL, run, &job[i]) == 0;
    if (!started[i])
      run (&job[i]);
  }
  for (size_t i = 0; i < n; i++)
    if (started[i])
      pthread_join (thread[i], NULL);
}

struct copy {
  char *to;
  const char *from;
};

static void
copy_part (void *user, size_t from, size_t end)
{
  const struct copy *copy = user;

  memcpy (copy->to + from, copy->from + from, end - from);
}

void
parallel_copy (void *to, const void *from, size_t bytes)
{
  struct copy copy = { to, from };

  parallel (bytes, copy_part, &copy);
}
