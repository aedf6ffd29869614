/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/stats.h"
#include "base/xalloc.h"
#include "bench/bench.h"

/* ---- Empty launches ---- */

/* An odd number of samples has a median among them; the problem has one element
 * of 8 bytes. */
enum { SAMPLES = 63, BYTES = 8 };

static int
launch_nothing (const gk_host *host, const void *problem, void *device,
                void *stream)
{
  struct device *d = device;

  (void)host, (void)problem, (void)stream;
  return d->ops->launch_empty (d, 0) ? GK_OK : GK_FAIL;
}

static const gk_variant nothing = { .launch = launch_nothing };

static const void *const slots[2];
static const struct problem_copy smallest_problem
    = { .setup
        = { .n_buffers = 2,
            .problem = slots,
            .problem_bytes = sizeof slots,
            .buffers = { { .name = "in", .role = GK_INPUT, .bytes = BYTES },
                         { .name = "out",
                           .role = GK_OUTPUT,
                           .bytes = BYTES,
                           .slot = sizeof slots[0] } } } };

static bool
open_all (struct bench *b, const char *device, struct claim *claim)
{
  char *why = NULL;

  if (!case_begin_use_device (b, device, claim))
    return false;
  b->buffers_open = buffers_open (&b->buffers, b->device, &b->problem,
                                  b->request.mode, 0, &why)
                    == GK_OK;
  b->buffers.views = &b->views;
  b->launcher = (struct launcher){ .device = b->device,
                                   .services = &b->services,
                                   .buffers = &b->buffers,
                                   .workspaces = &b->workspaces,
                                   .variant = &nothing,
                                   .problem = b->problem.bytes,
                                   .state = b->device,
                                   .mode = b->request.mode,
                                   .claim = claim };
  free (why);
  /* The first launch loads the kernel's code. */
  return b->buffers_open && launcher_run (&b->launcher)
         && launcher_wait (&b->launcher);
}

double
bench_measure_floor (const char *device)
{
  const struct run_request request = { .device = device };
  const struct order order = { .kind = ORDER_SAMPLE,
                               .before = BEFORE_EVICTED,
                               .poison = 0xff,
                               .launches = 1 };
  struct bench *b = bench_new (false);
  double sample[SAMPLES] = { 0 };
  struct claim claim = { 0 };
  unsigned char shown[2 * BYTES];
  struct output_window window = { .memory = (char *)shown,
                                  .bytes = sizeof shown,
                                  .slot = sizeof shown };
  bool ok;

  bench_open_case (b, &request, &smallest_problem);
  b->views.window = &window;
  ok = open_all (b, device, &claim);
  bench_begin_own_work (b);
  for (int i = 0; i < SAMPLES && ok; i++) {
    ok = sample_take (b, &order, &claim);
    sample[i] = claim.seconds;
  }
  bench_end_own_work (b);
  bench_free (b);
  return ok ? numbers_median (sample, SAMPLES) : 0;
}

/* ---- Whether a device works ---- */

enum { HEALTH_BYTES = 4096, BYTE = 0xa5 };

static bool
holds_what_is_written (struct device *d, void *memory)
{
  unsigned char read_back[HEALTH_BYTES] = { 0 };

  if (!d->ops->fill (d, memory, BYTE, HEALTH_BYTES) || !d->ops->sync (d)
      || !d->ops->peek (d, read_back, memory, HEALTH_BYTES))
    return false;
  for (int i = 0; i < HEALTH_BYTES; i++)
    if (read_back[i] != BYTE)
      return device_fail (d, "its memory does not hold what was written to it");
  return true;
}

static bool
test_device (struct device *d)
{
  void *memory;
  bool ok;

  if (!d->ops->alloc (d, MEMORY_DEVICE, HEALTH_BYTES, &memory))
    return false;
  ok = holds_what_is_written (d, memory) && d->ops->launch_empty (d, 0)
       && d->ops->sync_all (d);
  d->ops->free (d, MEMORY_DEVICE, memory);
  return ok;
}

bool
health_check (struct bench *b, const char *device, char **why)
{
  struct claim claim = { 0 };

  if (!case_begin_use_device (b, device, &claim)) {
    *why = xstrdup (claim.reason);
    return false;
  }
  if (test_device (b->device))
    return true;
  *why = xstrdup (b->device->error);
  return false;
}
