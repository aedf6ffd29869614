/* SPDX-License-Identifier: BSD-3-Clause
 *
 * best: selects the fastest of the other variants for a problem (choose.c).
 */
#include <config.h>

#include "cuda/prepared.h"
#include "make.h"

gk_variant transpose_best_variant (void);

static int
best_make (const gk_host *host, const gk_device *device, const gk_transpose *p,
           const struct transpose_plan *plan, void **state)
{
  const char *pdl = plan->pdl ? "yes" : "no";

  switch (plan->kernel) {
  case TRANSPOSE_SMALL:
    host->log (host, "best is small with small_tile = %d, pdl = %s", plan->tile,
               pdl);
    return transpose_small_make (host, p, plan->tile, plan->pdl, state);
  case TRANSPOSE_VECTOR_TUNED:
    host->log (host,
               "best is vector-tuned with tile = %d, band = %d, "
               "blocks_per_sm = %d, pdl = %s",
               plan->tile, plan->band, plan->blocks_per_sm, pdl);
    return transpose_vector_tuned_make (host, device, p, plan, state);
  case TRANSPOSE_SECTOR_ALIGNED:
    host->log (host,
               "best is sector-aligned with tile_rows = %d, band = %d, "
               "align = %s",
               plan->tile, plan->band, plan->align ? "yes" : "no");
    return transpose_sector_aligned_make (host, p, plan, state);
  default:
    host->log (host, "best is flat");
    return transpose_flat_make (host, p, plan->pdl, state);
  }
}

static int
best_prepare (const gk_host *host, const gk_device *device, const void *problem,
              const gk_value *values, void **state)
{
  const struct transpose_plan plan = transpose_choose (problem, device);

  (void)values;
  return best_make (host, device, problem, &plan, state);
}

gk_variant
transpose_best_variant (void)
{
  return prepared_variant (best_prepare, NULL, 0);
}
