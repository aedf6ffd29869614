/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CUDA variants of copy that need no CUDA compiler: they ask the driver, or
 * what stands in for it, to copy.
 */
#include <config.h>

#include <dlfcn.h>
#include <stdint.h>

#include <gkhost/copy.h>

#include "../clock/virtual-clock.h"

typedef int copy_fn (uint64_t, uint64_t, size_t, void *);
typedef int fill_fn (uint64_t, unsigned char, size_t, void *);
typedef int sync_fn (void *);

static void *
symbol (const char *name)
{
  return dlsym (dlopen ("libcuda.so.1", RTLD_NOW), name);
}

static int
enqueue (const gk_host *host, void *dst, const gk_copy *p, void *stream)
{
  union {
    void *object;
    copy_fn *function;
  } copy = { symbol ("cuMemcpyAsync") };
  size_t bytes = (size_t)(p->rows * p->src_pitch) * p->element;

  if (copy.function ((uintptr_t)dst, (uintptr_t)p->src, bytes, stream) == 0)
    return GK_OK;
  host->error (host, "the driver refused to copy");
  return GK_FAIL;
}

static int
right (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_copy *p = problem;

  (void)state;
  return enqueue (host, p->dst, p, stream);
}

static int
faults (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)state;
  return enqueue (host, NULL, problem, stream);
}

static int
waits (const gk_host *host, const void *problem, void *state, void *stream)
{
  union {
    void *object;
    sync_fn *function;
  } sync = { symbol ("cuStreamSynchronize") };

  right (host, problem, state, stream);
  if (sync.function (stream) == 0)
    return GK_OK;
  host->error (host, "the driver refused to wait");
  return GK_FAIL;
}

/* Fills eight bytes so far behind the start of the output. */
static int
fill_eight (const gk_host *host, const gk_copy *p, size_t offset,
            unsigned char byte, void *stream)
{
  union {
    void *object;
    fill_fn *function;
  } fill = { symbol ("cuMemsetD8Async") };

  if (fill.function ((uintptr_t)p->dst + offset, byte, 8, stream) == 0)
    return GK_OK;
  host->error (host, "the driver refused to fill");
  return GK_FAIL;
}

/* 40 KiB past its output. */
static int
writes_far (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_copy *p = problem;
  size_t bytes = (size_t)(p->rows * p->dst_pitch) * p->element;

  right (host, problem, state, stream);
  return fill_eight (host, p, bytes + (40 << 10), 0, stream);
}

static int
idles (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  return GK_OK;
}

/* More in one launch than may be queued behind a stream that is held. */
static int
many (const gk_host *host, const void *problem, void *state, void *stream)
{
  for (int i = 0; i < 1500; i++)
    right (host, problem, state, stream);
  return GK_OK;
}

static int
late (const gk_host *host, const void *problem, void *state, void *stream)
{
  virtual_work (20e-3);
  return right (host, problem, state, stream);
}

static int
count_launches (const gk_host *host, const gk_device *device,
                const void *problem, const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values;
  *state = host->workspace (host, sizeof (int));
  if (*state == NULL)
    return GK_SKIP;
  *(int *)*state = 0;
  return GK_OK;
}

/* As on a device whose clock comes up; with time to see it. */
static int
warms (const gk_host *host, const void *problem, void *state, void *stream)
{
  int copies = (*(int *)state)++ < 70 ? 500 : 1;

  virtual_work (2e-3);
  for (int i = 0; i < copies; i++)
    right (host, problem, NULL, stream);
  return GK_OK;
}

/* As with a race that is lost once in eight launches; not in the first ones. */
static int
seldom_wrong (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  const int launch = (*(int *)state)++;
  const int status = right (host, problem, NULL, stream);

  if (status != GK_OK || launch < 24 || launch % 8 != 0)
    return status;
  return fill_eight (host, problem, 0, 0xff, stream);
}

/* Counts in the device's memory, which is the host's here. */
static int
counted (const gk_host *host, const void *problem, void *state, void *stream)
{
  ++*(int *)state;
  return right (host, problem, NULL, stream);
}

static void
count_path (const gk_host *host, void *state, gk_paths *paths)
{
  static const char *const names[] = { "by-driver" };

  (void)host;
  paths->names = names;
  paths->launches = state;
  paths->n = 1;
}

/* As a product of so many operations on int8 matrix units. */
static void
much_work (const gk_host *host, const void *problem, void *state, gk_work *work)
{
  (void)host, (void)problem, (void)state;
  work->ops = 1e15;
  work->op_class = GK_OPS_TENSOR_I8;
}

static void
odd_work (const gk_host *host, const void *problem, void *state, gk_work *work)
{
  (void)host, (void)problem, (void)state;
  work->ops = -1;
}

#define VARIANT(n, s, f)                                                       \
  {                                                                            \
    .family = "copy", .name = n, .summary = s, .device = GK_CUDA, .launch = f  \
  }

static const gk_variant variants[] = {
  VARIANT ("right", "is right", right),
  VARIANT ("faults", "copies to no address", faults),
  VARIANT ("waits", "waits for its stream", waits),
  VARIANT ("writes-far", "writes 40 KiB past its output", writes_far),
  VARIANT ("idles", "enqueues nothing", idles),
  VARIANT ("many", "enqueues 1500 copies", many),
  VARIANT ("late", "takes 20 ms to enqueue a copy", late),
  { .family = "copy",
    .name = "warms",
    .summary = "enqueues 500 copies, and one from the 71st launch on",
    .device = GK_CUDA,
    .prepare = count_launches,
    .launch = warms },
  { .family = "copy",
    .name = "seldom-wrong",
    .summary = "writes eight wrong bytes in one of eight launches",
    .device = GK_CUDA,
    .prepare = count_launches,
    .launch = seldom_wrong },
  { .family = "copy",
    .name = "counted",
    .summary = "counts its launches",
    .device = GK_CUDA,
    .prepare = count_launches,
    .launch = counted,
    .paths = count_path },
  { .family = "copy",
    .name = "works",
    .summary = "says that it does arithmetic",
    .device = GK_CUDA,
    .work = much_work,
    .launch = right },
  { .family = "copy",
    .name = "works-oddly",
    .summary = "says that it does less than nothing",
    .device = GK_CUDA,
    .work = odd_work,
    .launch = right },
};

GK_PLUGIN ("driver-copy", PACKAGE_VERSION, "copies by the driver", NULL,
           variants)
