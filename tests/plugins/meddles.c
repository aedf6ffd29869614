/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CUDA variants of copy, by what stands in for the driver, that meddle with
 * CUPTI, or do what its records may not tell.
 */
#include <config.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gkhost/copy.h>

#include "../clock/virtual-clock.h"

enum { CUSTOM = 3, MEMCPY = 1, FORCED = 1 };

static struct {
  int (*copy) (uint64_t, uint64_t, size_t, void *);
  int (*disable) (int);
  int (*flush) (uint32_t);
  int (*push) (int, uint64_t);
  int (*pop) (int, uint64_t *);
  int (*notes) (void);
  int (*callbacks) (void (*) (uint8_t **, size_t *, size_t *),
                    void (*) (void *, uint32_t, uint8_t *, size_t, size_t));
} call;

/* Of the case. */
static int launches;

static void
find (void *function, const char *library, const char *name)
{
  void *address = dlsym (dlopen (library, RTLD_NOW), name);

  memcpy (function, &address, sizeof address);
}

static int
begin (const gk_host *host, const gk_device *device, const void *problem,
       const gk_value *values, void **state)
{
  const char *const cupti = "libcupti.so.13";

  (void)host, (void)device, (void)problem, (void)values, (void)state;
  launches = 0;
  find (&call.copy, "libcuda.so.1", "cuMemcpyAsync");
  find (&call.disable, cupti, "cuptiActivityDisable");
  find (&call.flush, cupti, "cuptiActivityFlushAll");
  find (&call.push, cupti, "cuptiActivityPushExternalCorrelationId");
  find (&call.pop, cupti, "cuptiActivityPopExternalCorrelationId");
  find (&call.notes, cupti, "fake_cupti_notes");
  find (&call.callbacks, cupti, "cuptiActivityRegisterCallbacks");
  return GK_OK;
}

static int
copy_rows (const gk_copy *p, int64_t rows, void *stream)
{
  size_t bytes = (size_t)(rows * p->src_pitch) * p->element;

  return call.copy ((uintptr_t)p->dst, (uintptr_t)p->src, bytes, stream) == 0
             ? GK_OK
             : GK_FAIL;
}

static int
right (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_copy *p = problem;

  (void)host, (void)state;
  return copy_rows (p, p->rows, stream);
}

static int
unseen (const gk_host *host, const void *problem, void *state, void *stream)
{
  if (!call.notes ())
    return right (host, problem, state, stream);
  host->error (host, "CUPTI looks on");
  return GK_FAIL;
}

/* In the midst of a batch. */
static int
stops (const gk_host *host, const void *problem, void *state, void *stream)
{
  if (launches++ < 100)
    return right (host, problem, state, stream);
  host->error (host, "had enough");
  return GK_FAIL;
}

static int
uneven (const gk_host *host, const void *problem, void *state, void *stream)
{
  for (int i = launches++ % 5; i > 0; i--)
    right (host, problem, state, stream);
  return right (host, problem, state, stream);
}

struct work {
  const void *problem;
  void *stream;
};

static void *
enqueue (void *data)
{
  const struct work *work = data;

  right (NULL, work->problem, NULL, work->stream);
  return NULL;
}

static int
elsewhere (const gk_host *host, const void *problem, void *state, void *stream)
{
  struct work work = { problem, stream };
  pthread_t thread;

  (void)host, (void)state;
  return pthread_create (&thread, NULL, enqueue, &work) == 0
                 && pthread_join (thread, NULL) == 0
             ? GK_OK
             : GK_FAIL;
}

static int
forks (const gk_host *host, const void *problem, void *state, void *stream)
{
  pid_t child = launches++ < 20 ? fork () : -1;

  if (child == 0)
    exit (0);
  if (child > 0)
    waitpid (child, NULL, 0);
  return right (host, problem, state, stream);
}

static int
flushes (const gk_host *host, const void *problem, void *state, void *stream)
{
  call.flush (FORCED);
  return right (host, problem, state, stream);
}

static int
disables (const gk_host *host, const void *problem, void *state, void *stream)
{
  call.disable (MEMCPY);
  return right (host, problem, state, stream);
}

static int
pushes (const gk_host *host, const void *problem, void *state, void *stream)
{
  call.push (CUSTOM, UINT64_MAX);
  return right (host, problem, state, stream);
}

static void
asked (uint8_t **buffer, size_t *bytes, size_t *records)
{
  *bytes = 1 << 20;
  *buffer = malloc (*bytes);
  *records = 0;
}

static void
given (void *context, uint32_t stream, uint8_t *buffer, size_t bytes,
       size_t valid)
{
  (void)context, (void)stream, (void)bytes, (void)valid;
  free (buffer);
}

static int
takes_over (const gk_host *host, const void *problem, void *state, void *stream)
{
  call.callbacks (asked, given);
  return right (host, problem, state, stream);
}

/* Has CUPTI lay but a last row to the launch. */
static int
hides (const gk_host *host, const void *problem, void *state, void *stream)
{
  uint64_t number;
  int status = call.pop (CUSTOM, &number);

  right (host, problem, state, stream);
  if (status == 0)
    call.push (CUSTOM, number);
  return copy_rows (problem, 1, stream);
}

/* On the host, which can where its memory is the device's. */
static int
by_hand (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_copy *p = problem;
  size_t bytes = (size_t)(p->rows * p->src_pitch) * p->element;

  (void)host, (void)state;
  memcpy (p->dst, p->src, bytes);
  virtual_compute (1e-3);
  return copy_rows (p, 1, stream);
}

#define VARIANT(n, s, f)                                                       \
  {                                                                            \
    .family = "copy", .name = n, .summary = s, .device = GK_CUDA,              \
    .prepare = begin, .launch = f                                              \
  }

static const gk_variant variants[] = {
  VARIANT ("unseen", "fails where CUPTI looks on", unseen),
  VARIANT ("stops", "fails at its 101st launch", stops),
  VARIANT ("uneven", "copies once to five times", uneven),
  VARIANT ("elsewhere", "enqueues on another thread", elsewhere),
  VARIANT ("forks", "has children that end at once", forks),
  VARIANT ("flushes", "has CUPTI hand over what it noted", flushes),
  VARIANT ("disables", "has CUPTI note no copies", disables),
  VARIANT ("pushes", "leaves a number of its own with CUPTI", pushes),
  VARIANT ("takes-over", "has CUPTI hand over to itself", takes_over),
  VARIANT ("hides", "hides most of its work from CUPTI", hides),
  VARIANT ("by-hand", "copies on the host, but for a row", by_hand),
  VARIANT ("right", "is right", right),
};

GK_PLUGIN ("meddles", PACKAGE_VERSION, "meddles with CUPTI", NULL, variants)
