/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/xalloc.h"
#include "device/cuda/activity.h"

enum { BUFFER_BYTES = 1 << 20, ALIGNMENT = 8 };

/* What the device is through with may be noted a little later. */
enum { FLUSHES = 50, FORCED = 1 };
static const struct timespec pause_between = { .tv_nsec = 1000000 };

/* External records come with those of calls alone. */
static const int kinds[] = { CUPTI_KERNEL,  CUPTI_MEMCPY, CUPTI_MEMSET,
                             CUPTI_RUNTIME, CUPTI_DRIVER, CUPTI_EXTERNAL };
enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

/* A call that a launch made; and what was enqueued by a call. */
struct activity_call {
  uint32_t correlation;
  uint64_t launch;
};
struct activity_work {
  uint32_t correlation;
  uint64_t start, end;
};

/* CUPTI is one for its process, hands its buffers to functions that get nothing
 * else, and may do so on a thread of its own. */
static struct {
  pthread_mutex_t mutex;
  cupti_result (*next) (uint8_t *, size_t, struct cupti_record **);
  struct activity_call *call;
  struct activity_work *work;
  size_t n_calls, n_works;
} activities = { .mutex = PTHREAD_MUTEX_INITIALIZER };

static void
provide_buffer (uint8_t **buffer, size_t *bytes, size_t *records)
{
  *bytes = BUFFER_BYTES;
  *records = 0; /* as many as fit */
  if (posix_memalign ((void **)buffer, ALIGNMENT, BUFFER_BYTES) != 0)
    *buffer = NULL;
}

static void
append_work (uint32_t correlation, uint64_t start, uint64_t end)
{
  activities.work
      = xgrow (activities.work, activities.n_works, sizeof *activities.work);
  activities.work[activities.n_works++]
      = (struct activity_work){ correlation, start, end };
}

static void
append_activity (const struct cupti_record *record)
{
  const struct cupti_external *e = (const struct cupti_external *)record;
  const struct cupti_kernel *k = (const struct cupti_kernel *)record;
  const struct cupti_transfer *t = (const struct cupti_transfer *)record;

  switch (record->kind) {
  case CUPTI_EXTERNAL:
    activities.call
        = xgrow (activities.call, activities.n_calls, sizeof *activities.call);
    activities.call[activities.n_calls++]
        = (struct activity_call){ e->correlation, e->number };
    break;
  case CUPTI_KERNEL:
    append_work (k->correlation, k->start, k->end);
    break;
  case CUPTI_MEMCPY:
  case CUPTI_MEMSET:
    append_work (t->correlation, t->start, t->end);
    break;
  }
}

static void
consume_buffer (void *context, uint32_t stream, uint8_t *buffer, size_t bytes,
                size_t valid)
{
  struct cupti_record *record = NULL;

  (void)context, (void)stream, (void)bytes;
  pthread_mutex_lock (&activities.mutex);
  while (activities.next (buffer, valid, &record) == 0)
    append_activity (record);
  pthread_mutex_unlock (&activities.mutex);
  free (buffer);
}

static void
clear_activities (void)
{
  pthread_mutex_lock (&activities.mutex);
  free (activities.call);
  free (activities.work);
  activities.call = NULL;
  activities.work = NULL;
  activities.n_calls = activities.n_works = 0;
  pthread_mutex_unlock (&activities.mutex);
}

static bool
start_cupti (struct cuda_activity *a, char **why)
{
  cupti_result error = a->cupti.callbacks (provide_buffer, consume_buffer);

  for (size_t i = 0; error == 0 && i < N_KINDS; i++)
    error = a->cupti.enable (kinds[i]);
  if (error != 0)
    *why = xasprintf ("CUPTI does not start: %s; end what else looks on, as a "
                      "profiler does, or use timer = events",
                      cupti_error (&a->cupti, error));
  return error == 0;
}

bool
cuda_activity_begin (struct cuda_activity *a, int major, char **why)
{
  if (!a->opened && !cupti_open (&a->cupti, major, why))
    return false;
  a->opened = true;
  activities.next = a->cupti.next;
  /* Those of a case that failed between two readings are nobody's. */
  a->first = a->next;
  clear_activities ();
  if (start_cupti (a, why))
    return true;
  cuda_activity_end (a);
  return false;
}

void
cuda_activity_end (struct cuda_activity *a)
{
  if (!a->opened)
    return;
  for (size_t i = 0; i < N_KINDS; i++)
    a->cupti.disable (kinds[i]);
  a->cupti.flush (FORCED);
  clear_activities ();
}

void
cuda_activity_mark (struct cuda_activity *a, bool begin)
{
  uint64_t number;

  if (begin)
    a->cupti.push (CUPTI_CUSTOM, a->next++);
  else
    /* What a launch left on top of it would have what comes next, which is the
     * host's own, counted as that launch. */
    while (a->cupti.pop (CUPTI_CUSTOM, &number) == 0 && number != a->next - 1)
      ;
}

/* What a launch did; nothing was noted: begin is after end. */
struct launch_span {
  uint64_t begin, end, busy;
};

static int
compare_correlations (const void *a, const void *b)
{
  const struct activity_call *x = a, *y = b;

  return (x->correlation > y->correlation) - (x->correlation < y->correlation);
}

static void
add_work (struct launch_span *launch, const struct activity_work *work)
{
  if (work->start < launch->begin)
    launch->begin = work->start;
  if (work->end > launch->end)
    launch->end = work->end;
  launch->busy += work->end - work->start;
}

/* Sorts what was noted by launch, so many pieces of work.  False where a launch
 * has nothing, or a piece of work no times. */
static bool
sum_launch_spans (const struct cuda_activity *a, struct launch_span *launch,
                  size_t *works)
{
  const size_t n = a->next - a->first;
  bool whole = true;

  for (size_t i = 0; i < n; i++)
    launch[i] = (struct launch_span){ .begin = UINT64_MAX };
  pthread_mutex_lock (&activities.mutex);
  if (activities.n_calls > 0)
    qsort (activities.call, activities.n_calls, sizeof *activities.call,
           compare_correlations);
  for (size_t i = 0; i < activities.n_works; i++) {
    const struct activity_work *work = &activities.work[i];
    const struct activity_call key = { .correlation = work->correlation },
                               *call = NULL;

    if (activities.n_calls > 0)
      call = bsearch (&key, activities.call, activities.n_calls, sizeof key,
                      compare_correlations);
    if (call == NULL || call->launch < a->first || call->launch >= a->next)
      continue;
    whole = whole && work->start > 0 && work->end >= work->start;
    add_work (&launch[call->launch - a->first], work);
  }
  *works = activities.n_works;
  pthread_mutex_unlock (&activities.mutex);
  for (size_t i = 0; i < n && whole; i++)
    whole = launch[i].begin <= launch[i].end;
  return whole;
}

/* Has all that is noted handed over, at the last by force.  A launch that has
 * some of its work may lack the rest, which is in another buffer: till a look
 * brings nothing more. */
static bool
collect_launch_spans (struct cuda_activity *a, struct launch_span *launch)
{
  size_t works = 0, before = SIZE_MAX;

  for (int i = 0; i < FLUSHES; i++, before = works) {
    a->cupti.flush (i + 1 == FLUSHES ? FORCED : 0);
    if (!sum_launch_spans (a, launch, &works))
      nanosleep (&pause_between, NULL);
    else if (works == before || i + 1 == FLUSHES)
      return true;
  }
  return false;
}

bool
cuda_activity_read (struct cuda_activity *a, double *span, double *busy,
                    char **why)
{
  const size_t n = a->next - a->first;
  struct launch_span *launch = xcalloc (n, sizeof *launch);
  bool whole = collect_launch_spans (a, launch);

  *span = *busy = 0;
  for (size_t i = 0; i < n && whole; i++) {
    *span += 1e-9 * (double)(launch[i].end - launch[i].begin);
    *busy += 1e-9 * (double)launch[i].busy;
  }
  if (!whole)
    *why = xstrdup ("CUPTI has no times of what a launch enqueued, as of what "
                    "another thread than launch's enqueues: use timer = "
                    "events");
  a->first = a->next;
  clear_activities ();
  free (launch);
  return whole;
}
