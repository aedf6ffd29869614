/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernels of the rungs before, each where it is the fastest: choose.c has
 * the table.
 */
#include <cuda_runtime.h>

#include "plan.h"
#include "variants-cuda.h"

extern "C" int
transpose_best_prepare (const gk_host *host, const gk_device *device,
                        const void *problem, const gk_value *, void **state)
{
  static const char *const kernels[]
      = { "small", "vector", "slanted", "tma", "flat" };
  static const char *const tiles[]
      = { "128", "256", "512", "512x256", "256x512" };
  static const char *const keeps[] = { "normal", "first" };
  const gk_transpose *p = (const gk_transpose *)problem;
  struct transpose_plan *plan
      = (struct transpose_plan *)host->alloc (host, sizeof *plan);

  if (!plan)
    return GK_FAIL;
  *plan = transpose_choose (p, device);
  if (plan->kernel == TRANSPOSE_TMA)
    plan->encode = transpose_tma_encode ();
  plan->overlap = plan->overlap && transpose_can_overlap ();

  switch (plan->kernel) {
  case TRANSPOSE_VECTOR:
    host->log (host,
               "chose vector tile=%s squares=%d band=%d reads=%s writes=%s "
               "resident=%d overlap=%d",
               tiles[plan->tile], plan->squares, plan->band, keeps[plan->reads],
               keeps[plan->writes], plan->resident, (int)plan->overlap);
    break;
  case TRANSPOSE_TMA:
    host->log (host, "chose tma band=%d stages=%d resident=%d", plan->band,
               plan->stages, plan->resident);
    break;
  case TRANSPOSE_FLAT:
    host->log (host, "chose flat");
    break;
  default:
    host->log (host, "chose %s tile=%d band=%d slant=%d overlap=%d",
               kernels[plan->kernel], plan->tile, plan->band, (int)plan->slant,
               (int)plan->overlap);
  }
  *state = plan;
  return GK_OK;
}

/* Does what a plan says; the launch of all variants whose state is one. */
extern "C" int
transpose_planned (const gk_host *host, const void *problem, void *state,
                   void *stream)
{
  const gk_transpose *p = (const gk_transpose *)problem;
  const struct transpose_plan *plan = (const struct transpose_plan *)state;

  switch (plan->kernel) {
  case TRANSPOSE_SMALL:
    return transpose_small_run (host, p, plan, stream);
  case TRANSPOSE_VECTOR:
    return transpose_vector_run (host, p, plan, stream);
  case TRANSPOSE_SLANTED:
    return transpose_slanted_run (host, p, plan, stream);
  case TRANSPOSE_TMA:
    return transpose_tma_run (host, p, plan, stream);
  default:
    return transpose_flat_run (host, p, plan, stream);
  }
}

extern "C" void
transpose_planned_release (const gk_host *host, void *state)
{
  host->free (host, state);
}
