/* SPDX-License-Identifier: BSD-3-Clause
 *
 * best: where a row fits on the chip it is read once: a warp holds rows of up
 * to 4 KiB, a block's registers up to 128 KiB, a cluster's shared memory up to
 * 1.8 MB.  Longer rows are online, which reads them twice.
 */
#include "cuda/prepared.cuh"
#include "make.h"

enum { ONLINE_THREADS = 512 };

struct best {
  int (*launch) (const gk_host *, const void *, void *, void *);
  void *state;
};

static int
choose_variant (const gk_host *host, const gk_device *device,
                const gk_softmax *p, best *b)
{
  const int64_t bytes = p->cols * softmax_element_bytes (p);

  b->launch = prepared_launch;
  if (bytes <= SOFTMAX_WARP_BYTES) {
    host->log (host, "best is row-warp");
    return softmax_warp_make (host, device, p, 0, &b->state);
  }
  if (bytes <= SOFTMAX_REGISTERS_BYTES) {
    host->log (host, "best is registers with threads = auto");
    return softmax_registers_make (host, p, 0, &b->state);
  }
  if (softmax_cluster_fits (device, p)) {
    host->log (host, "best is cluster with blocks = auto");
    return softmax_cluster_make (host, device, p, 0, false, &b->state);
  }
  host->log (host, "best is online with threads = %d", ONLINE_THREADS);
  b->launch = softmax_online_launch;
  return softmax_online_make (host, device, p, ONLINE_THREADS, &b->state);
}

static int
best_prepare (const gk_host *host, const gk_device *device, const void *problem,
              const gk_value *, void **state)
{
  best *b = (best *)host->alloc (host, sizeof *b);
  int r;

  if (b == NULL)
    return GK_FAIL;
  r = choose_variant (host, device, (const gk_softmax *)problem, b);
  if (r != GK_OK) {
    host->free (host, b);
    return r;
  }
  *state = b;
  return GK_OK;
}

static int
best_launch (const gk_host *host, const void *problem, void *state,
             void *stream)
{
  const best *b = (const best *)state;

  return b->launch (host, problem, b->state, stream);
}

static void
best_release (const gk_host *host, void *state)
{
  host->free (host, ((best *)state)->state);
  host->free (host, state);
}

extern "C" gk_variant
softmax_best_variant (void)
{
  gk_variant v = cuda_variant (best_launch);

  v.prepare = best_prepare;
  v.release = best_release;
  return v;
}
