/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Timing with CUPTI's records.  Before each launch the host pushes a number,
 * which CUPTI stores with each call that the launch makes (an external
 * correlation record), and each kernel, copy or fill has the number of the call
 * that enqueued it.  So the pieces of work are matched to launches.
 *
 * CUPTI hands over buffers of records on demand, some 50 us after a sample,
 * when the stream is idle.  A launch may have records in several buffers: flush
 * until nothing new arrives.  Work of the host is in no record, so where the
 * stream is not held the judge allows 100 us for it.
 *
 * The library is opened at run time.  Signatures, numbers and the first fields
 * of records are those of its ABI, which only appends to records.
 */
#include <config.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "device/cuda/cuda.h"
#include "device/cuda/driver.h"

typedef int cupti_result; /* 0: success */

/* Kinds of records. */
enum {
  CUPTI_MEMCPY = 1,
  CUPTI_MEMSET = 2,
  CUPTI_DRIVER = 4,  /* a call of the driver */
  CUPTI_RUNTIME = 5, /* a call of the runtime */
  CUPTI_KERNEL = 10, /* a concurrent kernel */
  CUPTI_EXTERNAL = 39
};

enum { CUPTI_CUSTOM = 3 }; /* numbers of the caller */

/* The first fields of records.  Times are of the device's clock, in ns. */
struct cupti_record {
  uint32_t kind;
};
struct cupti_transfer { /* MEMCPY, MEMSET */
  uint32_t kind, what;
  uint64_t bytes, start, end;
  uint32_t device, context, stream, correlation;
};
struct cupti_kernel {
  uint32_t kind;
  uint8_t cache, shared;
  uint16_t registers;
  uint32_t requested, executed;
  uint64_t start, end, completed;
  uint32_t device, context, stream, grid[3], block[3], static_shared,
      dynamic_shared, local_each, local_all, correlation;
};
struct cupti_external { /* precedes the record of its call */
  uint32_t kind, whose;
  uint64_t number;
  uint32_t correlation, reserved;
};

typedef void cupti_requested (uint8_t **buffer, size_t *bytes, size_t *records);
typedef void cupti_completed (void *context, uint32_t stream, uint8_t *buffer,
                              size_t bytes, size_t valid);

/* The calls: the member of struct cupti, the name and the parameters. */
#define CUPTI_CALLS(CALL)                                                      \
  CALL (callbacks, "cuptiActivityRegisterCallbacks",                           \
        (cupti_requested *, cupti_completed *))                                \
  CALL (enable, "cuptiActivityEnable", (int kind))                             \
  CALL (disable, "cuptiActivityDisable", (int kind))                           \
  CALL (flush, "cuptiActivityFlushAll", (uint32_t forced))                     \
  CALL (next, "cuptiActivityGetNextRecord",                                    \
        (uint8_t * buffer, size_t valid, struct cupti_record **))              \
  CALL (push, "cuptiActivityPushExternalCorrelationId",                        \
        (int whose, uint64_t number))                                          \
  CALL (pop, "cuptiActivityPopExternalCorrelationId",                          \
        (int whose, uint64_t *number))                                         \
  CALL (text, "cuptiGetResultString", (cupti_result, const char **))

struct cupti {
#define CALL(field, name, parameters) cupti_result (*field) parameters;
  CUPTI_CALLS (CALL)
#undef CALL
};

static const struct symbol symbols[] = {
#define CALL(field, name, parameters)                                          \
  { offsetof (struct cupti, field), name, NULL, false },
  CUPTI_CALLS (CALL)
#undef CALL
};

/* Libraries of the previous major version work with the driver, too. */
enum { VERSIONS_BACK = 1 };

/* Folders within a toolkit. */
static const char *const folders[]
    = { "extras/CUPTI/lib64", "lib64", "lib", NULL };

static const char *
cupti_error (const struct cupti *cupti, cupti_result error)
{
  const char *text = NULL;

  if (cupti->text (error, &text) != 0 || text == NULL)
    text = "unknown error";
  return text;
}

/* Opens it in a folder, or where the loader searches (NULL). */
static void *
open_in (const char *home, const char *folder, const char *name)
{
  char *path = home != NULL ? xasprintf ("%s/%s/%s", home, folder, name)
                            : xstrdup (name);
  void *library = dlopen (path, RTLD_NOW | RTLD_LOCAL);

  free (path);
  return library;
}

static void *
open_named (const char *name)
{
  const char *const homes[] = { getenv ("CUDA_HOME"), "/usr/local/cuda" };
  void *library = open_in (NULL, NULL, name);

  for (size_t i = 0; i < sizeof homes / sizeof homes[0]; i++)
    for (size_t k = 0;
         library == NULL && homes[i] != NULL && folders[k] != NULL; k++)
      library = open_in (homes[i], folders[k], name);
  return library;
}

static bool
cupti_open (struct cupti *cupti, int major, char **why)
{
  void *library = NULL;
  const char *missing;

  for (int back = 0; library == NULL && back <= VERSIONS_BACK; back++) {
    char *name = xasprintf ("libcupti.so.%d", major - back);

    library = open_named (name);
    free (name);
  }
  if (library != NULL) {
    missing = symbols_resolve (library, cupti, symbols,
                               sizeof symbols / sizeof symbols[0]);
    if (missing != NULL)
      *why = xasprintf ("CUPTI lacks %s: install that of a newer CUDA toolkit, "
                        "or use timer = events",
                        missing);
    return missing == NULL;
  }
  *why = xasprintf ("timer = kernel needs CUPTI, and libcupti.so.%d is not "
                    "found: it comes with the CUDA toolkit; install that, set "
                    "CUDA_HOME or LD_LIBRARY_PATH to its folder, or use "
                    "timer = events",
                    major);
  return false;
}

enum { BUFFER_BYTES = 1 << 20, ALIGNMENT = 8 };

/* Records may arrive a little after the work is complete. */
enum { FLUSHES = 50, FORCED = 1 };
#define PAUSE_SECONDS 1e-3

/* External correlation records come only with those of calls. */
static const int kinds[] = { CUPTI_KERNEL,  CUPTI_MEMCPY, CUPTI_MEMSET,
                             CUPTI_RUNTIME, CUPTI_DRIVER, CUPTI_EXTERNAL };
enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

/* A call that a launch made, and a piece of work that a call enqueued. */
struct activity_call {
  uint32_t correlation;
  uint64_t launch;
};
struct activity_work {
  uint32_t correlation;
  uint64_t start, end;
};

/* There is one CUPTI a process.  Its callbacks get no user pointer, and may run
 * on a thread of its own. */
static struct {
  pthread_mutex_t mutex;
  struct cupti cupti;
  struct activity_call *call;
  struct activity_work *work;
  size_t n_calls, n_works;
  /* One that CUPTI gave back, for the next time; NULL: there is none. */
  uint8_t *buffer;
} activities = { .mutex = PTHREAD_MUTEX_INITIALIZER };

static void
provide_buffer (uint8_t **buffer, size_t *bytes, size_t *records)
{
  *bytes = BUFFER_BYTES;
  *records = 0; /* no limit */
  pthread_mutex_lock (&activities.mutex);
  *buffer = activities.buffer;
  activities.buffer = NULL;
  pthread_mutex_unlock (&activities.mutex);
  if (*buffer == NULL
      && posix_memalign ((void **)buffer, ALIGNMENT, BUFFER_BYTES) != 0)
    *buffer = NULL;
}

static void
append_work (uint32_t correlation, uint64_t start, uint64_t end)
{
  XAPPEND (activities.work, activities.n_works)
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
    XAPPEND (activities.call, activities.n_calls)
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
  while (activities.cupti.next (buffer, valid, &record) == 0)
    append_activity (record);
  /* Each flush would map, and touch, a megabyte anew. */
  if (activities.buffer == NULL) {
    activities.buffer = buffer;
    buffer = NULL;
  }
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
start_cupti (char **why)
{
  cupti_result error
      = activities.cupti.callbacks (provide_buffer, consume_buffer);

  for (size_t i = 0; error == 0 && i < N_KINDS; i++)
    error = activities.cupti.enable (kinds[i]);
  if (error != 0)
    *why = xasprintf ("CUPTI does not start: %s; end other profilers, or "
                      "use timer = events",
                      cupti_error (&activities.cupti, error));
  return error == 0;
}

bool
cuda_activity_begin (struct cuda_activity *a, int major, char **why)
{
  if (!a->opened && !cupti_open (&activities.cupti, major, why))
    return false;
  a->opened = true;
  /* Forget records of a case that failed before it was read. */
  a->first = a->next;
  clear_activities ();
  if (start_cupti (why))
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
    activities.cupti.disable (kinds[i]);
  activities.cupti.flush (FORCED);
  clear_activities ();
  pthread_mutex_lock (&activities.mutex);
  free (activities.buffer);
  activities.buffer = NULL;
  pthread_mutex_unlock (&activities.mutex);
}

void
cuda_activity_mark (struct cuda_activity *a, bool begin)
{
  uint64_t number;

  if (begin)
    activities.cupti.push (CUPTI_CUSTOM, a->next++);
  else
    /* Pop also what a launch left above its number, or the host's next calls
     * would be counted as that launch's. */
    while (activities.cupti.pop (CUPTI_CUSTOM, &number) == 0
           && number != a->next - 1)
      ;
}

/* The work of a launch; begin > end: no record yet. */
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

/* Sums the records of each launch; *works: their number.  False if a launch has
 * none, or a piece of work has no times. */
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

/* Flushes until each launch is complete, at last by force.  A launch with some
 * records may lack others, which are in another buffer: repeat until no new
 * ones arrive. */
static bool
collect_launch_spans (struct cuda_activity *a, struct launch_span *launch)
{
  size_t works = 0, before = SIZE_MAX;

  for (int i = 0; i < FLUSHES; i++, before = works) {
    activities.cupti.flush (i + 1 == FLUSHES ? FORCED : 0);
    if (!sum_launch_spans (a, launch, &works))
      clock_sleep (PAUSE_SECONDS);
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
    *why = xstrdup ("CUPTI has no times of some work of a launch, such as work "
                    "that another thread enqueued: use timer = events");
  a->first = a->next;
  clear_activities ();
  free (launch);
  return whole;
}
