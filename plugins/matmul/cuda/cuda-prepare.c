/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The check of the grid's size, for kernels that have no other preparation.
 */
#include <config.h>

#include "cuda.h"

/* The side of the smallest tile of C that a block computes in this folder. */
enum { TILE = 16 };

static const double most_blocks = 0x1p31 - 1;

int
matmul_cuda_prepare (const gk_host *host, const gk_device *device,
                     const void *problem, const gk_value *values, void **state)
{
  const gk_matmul *p = problem;
  const int64_t tiles_m = (p->m + TILE - 1) / TILE;
  const int64_t tiles_k = (p->k + TILE - 1) / TILE;

  (void)device;
  (void)values;
  (void)state;
  if ((double)tiles_m * (double)tiles_k <= most_blocks)
    return GK_OK;
  host->error (host,
               "%lld x %lld tiles of %d x %d are more blocks than a grid can "
               "have; make m or k smaller",
               (long long)tiles_m, (long long)tiles_k, TILE, TILE);
  return GK_SKIP;
}
