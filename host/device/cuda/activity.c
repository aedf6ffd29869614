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
enum { LOOKS = 50, FORCED = 1 };
static const struct timespec pause_between = { .tv_nsec = 1000000 };

/* External records come with those of calls alone. */
static const int kinds[] = { CUPTI_KERNEL,  CUPTI_MEMCPY, CUPTI_MEMSET,
                             CUPTI_RUNTIME, CUPTI_DRIVER, CUPTI_EXTERNAL };
enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

/* A call that a launch made; and what was enqueued by a call. */
struct call {
  uint32_t correlation;
  uint64_t launch;
};
struct work {
  uint32_t correlation;
  uint64_t start, end;
};

/* CUPTI is one for its process, hands its buffers to functions that get nothing
 * else, and may do so on a thread of its own. */
static struct {
  pthread_mutex_t mutex;
  cupti_result (*next) (uint8_t *, size_t, struct cupti_record **);
  struct call *call;
  struct work *work;
  size_t n_calls, n_works;
} noted = { .mutex = PTHREAD_MUTEX_INITIALIZER };

static void
requested (uint8_t **buffer, size_t *bytes, size_t *records)
{
  *bytes = BUFFER_BYTES;
  *records = 0; /* as many as fit */
  if (posix_memalign ((void **)buffer, ALIGNMENT, BUFFER_BYTES) != 0)
    *buffer = NULL;
}

static void
note_work (uint32_t correlation, uint64_t start, uint64_t end)
{
  noted.work = xgrow (noted.work, noted.n_works, sizeof *noted.work);
  noted.work[noted.n_works++] = (struct work){ correlation, start, end };
}

static void
note (const struct cupti_record *record)
{
  const struct cupti_external *e = (const struct cupti_external *)record;
  const struct cupti_kernel *k = (const struct cupti_kernel *)record;
  const struct cupti_transfer *t = (const struct cupti_transfer *)record;

  switch (record->kind) {
  case CUPTI_EXTERNAL:
    noted.call = xgrow (noted.call, noted.n_calls, sizeof *noted.call);
    noted.call[noted.n_calls++] = (struct call){ e->correlation, e->number };
    break;
  case CUPTI_KERNEL:
    note_work (k->correlation, k->start, k->end);
    break;
  case CUPTI_MEMCPY:
  case CUPTI_MEMSET:
    note_work (t->correlation, t->start, t->end);
    break;
  }
}

static void
completed (void *context, uint32_t stream, uint8_t *buffer, size_t bytes,
           size_t valid)
{
  struct cupti_record *record = NULL;

  (void)context, (void)stream, (void)bytes;
  pthread_mutex_lock (&noted.mutex);
  while (noted.next (buffer, valid, &record) == 0)
    note (record);
  pthread_mutex_unlock (&noted.mutex);
  free (buffer);
}

static void
forget (void)
{
  pthread_mutex_lock (&noted.mutex);
  free (noted.call);
  free (noted.work);
  noted.call = NULL;
  noted.work = NULL;
  noted.n_calls = noted.n_works = 0;
  pthread_mutex_unlock (&noted.mutex);
}

static bool
start (struct cuda_activity *a, char **why)
{
  cupti_result error = a->cupti.callbacks (requested, completed);

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
  noted.next = a->cupti.next;
  /* Those of a case that failed between two readings are nobody's. */
  a->first = a->next;
  forget ();
  if (start (a, why))
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
  forget ();
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
struct launch {
  uint64_t begin, end, busy;
};

static int
by_correlation (const void *a, const void *b)
{
  const struct call *x = a, *y = b;

  return (x->correlation > y->correlation) - (x->correlation < y->correlation);
}

static void
add_work (struct launch *launch, const struct work *work)
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
gather (const struct cuda_activity *a, struct launch *launch, size_t *works)
{
  const size_t n = a->next - a->first;
  bool whole = true;

  for (size_t i = 0; i < n; i++)
    launch[i] = (struct launch){ .begin = UINT64_MAX };
  pthread_mutex_lock (&noted.mutex);
  if (noted.n_calls > 0)
    qsort (noted.call, noted.n_calls, sizeof *noted.call, by_correlation);
  for (size_t i = 0; i < noted.n_works; i++) {
    const struct work *work = &noted.work[i];
    const struct call key = { .correlation = work->correlation }, *call = NULL;

    if (noted.n_calls > 0)
      call = bsearch (&key, noted.call, noted.n_calls, sizeof key,
                      by_correlation);
    if (call == NULL || call->launch < a->first || call->launch >= a->next)
      continue;
    whole = whole && work->start > 0 && work->end >= work->start;
    add_work (&launch[call->launch - a->first], work);
  }
  *works = noted.n_works;
  pthread_mutex_unlock (&noted.mutex);
  for (size_t i = 0; i < n && whole; i++)
    whole = launch[i].begin <= launch[i].end;
  return whole;
}

/* Has all that is noted handed over, at the last by force.  A launch that has
 * some of its work may lack the rest, which is in another buffer: till a look
 * brings nothing more. */
static bool
collect (struct cuda_activity *a, struct launch *launch)
{
  size_t works = 0, before = SIZE_MAX;

  for (int i = 0; i < LOOKS; i++, before = works) {
    a->cupti.flush (i + 1 == LOOKS ? FORCED : 0);
    if (!gather (a, launch, &works))
      nanosleep (&pause_between, NULL);
    else if (works == before || i + 1 == LOOKS)
      return true;
  }
  return false;
}

bool
cuda_activity_read (struct cuda_activity *a, double *span, double *busy,
                    char **why)
{
  const size_t n = a->next - a->first;
  struct launch *launch = xcalloc (n, sizeof *launch);
  bool whole = collect (a, launch);

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
  forget ();
  free (launch);
  return whole;
}
