/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <pthread.h>
#include <string.h>

#include "base/parallel.h"
#include "base/processors.h"

/* More threads would only wait for the memory; a smaller part is done before a
 * thread could start. */
enum { MAX_THREADS = 16, LEAST_BYTES = 1 << 20 };

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
  size_t n = bytes / LEAST_BYTES, cores;
  cpu_set_t usable;

  if (n <= 1)
    return 1;
  processors_get_usable (&usable);
  cores = (size_t)CPU_COUNT (&usable);
  n = n < cores ? n : cores;
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

struct update_args {
  char *to;
  const char *from;
  bool differ;
};

/* Bytes that stay in a core's cache from the comparison to the copy. */
enum { UPDATE_BYTES = 32 << 10 };

static void
update_part (void *user, size_t from, size_t end)
{
  struct update_args *u = user;

  for (size_t at = from; at < end; at += UPDATE_BYTES) {
    const size_t n = end - at < UPDATE_BYTES ? end - at : UPDATE_BYTES;

    if (memcmp (u->to + at, u->from + at, n) == 0)
      continue;
    memcpy (u->to + at, u->from + at, n);
    __atomic_store_n (&u->differ, true, __ATOMIC_RELAXED);
  }
}

bool
parallel_update (void *to, const void *from, size_t bytes)
{
  struct update_args update = { to, from, false };

  parallel_run (bytes, update_part, &update);
  return update.differ;
}

static void
clear_part (void *user, size_t from, size_t end)
{
  memset ((char *)user + from, 0, end - from);
}

void
parallel_clear (void *memory, size_t bytes)
{
  parallel_run (bytes, clear_part, memory);
}

struct compare_args {
  const char *a, *b;
  bool differ;
};

static void
compare_part (void *user, size_t from, size_t end)
{
  struct compare_args *c = user;

  if (memcmp (c->a + from, c->b + from, end - from) != 0)
    __atomic_store_n (&c->differ, true, __ATOMIC_RELAXED);
}

bool
parallel_equal (const void *a, const void *b, size_t bytes)
{
  struct compare_args compare = { a, b, false };

  parallel_run (bytes, compare_part, &compare);
  return !compare.differ;
}
