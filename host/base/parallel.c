/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/parallel.h"

/* More threads would only wait for the memory; a smaller part is done before a
 * thread could start. */
enum { MAX_THREADS = 8, LEAST_BYTES = 4 << 20 };

struct thread_part {
  parallel_part *part;
  void *user;
  size_t from, end;
};

static void *
run_part (void *job)
{
  const struct thread_part *j = job;

  j->part (j->user, j->from, j->end);
  return NULL;
}

static size_t
count_threads (size_t bytes)
{
  long cores = sysconf (_SC_NPROCESSORS_ONLN);
  size_t n = bytes / LEAST_BYTES;

  if (cores < 1 || n < 1)
    return 1;
  if (n > (size_t)cores)
    n = (size_t)cores;
  return n < MAX_THREADS ? n : MAX_THREADS;
}

void
parallel_run (size_t bytes, parallel_part *part, void *user)
{
  size_t n = count_threads (bytes), step = (bytes / n + 63) / 64 * 64;
  struct thread_part job[MAX_THREADS];
  pthread_t thread[MAX_THREADS];
  bool started[MAX_THREADS] = { false };

  for (size_t i = 0; i < n; i++) {
    size_t from = i * step < bytes ? i * step : bytes;

    job[i] = (struct thread_part){ part, user, from, from + step };
    if (i + 1 == n || job[i].end > bytes)
      job[i].end = bytes;
    /* This thread does the last part, and each part whose thread did not start.
     */
    started[i] = i + 1 < n
                 && pthread_create (&thread[i], NULL, run_part, &job[i]) == 0;
    if (!started[i])
      run_part (&job[i]);
  }
  for (size_t i = 0; i < n; i++)
    if (started[i])
      pthread_join (thread[i], NULL);
}

struct copy_args {
  char *to;
  const char *from;
};

static void
copy_part (void *user, size_t from, size_t end)
{
  const struct copy_args *copy = user;

  memcpy (copy->to + from, copy->from + from, end - from);
}

void
parallel_copy (void *to, const void *from, size_t bytes)
{
  struct copy_args copy = { to, from };

  parallel_run (bytes, copy_part, &copy);
}
