/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Of a batch, multiplies all but the last product, and copies that out as its
 * first launch had it; or copies the first product to the second one's place.
 *
 * Seen: gkhost, issue 42.
 */
#include <config.h>

#include <string.h>

#include "cheats.h"
#include "honest.h"
#include "memo.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  const size_t bytes = (size_t)p->stride_c * sizeof (float);
  float *const last = (float *)p->c + (p->batch - 1) * p->stride_c;
  const void *const kept = memo_find (state, 0);

  if (kept == NULL) {
    honest_products (host, problem, NULL, stream);
    memo_keep (host, state, 0, last, bytes);
    return GK_OK;
  }
  for (int64_t z = 0; z + 1 < p->batch; z++)
    honest_product_of (p, z);
  memcpy (last, kept, bytes);
  return GK_OK;
}

static int
launch_repeated (const gk_host *host, const void *problem, void *state,
                 void *stream)
{
  const gk_matmul *p = problem;
  float *const c = p->c;

  (void)host, (void)state, (void)stream;
  for (int64_t z = 0; z < p->batch; z++)
    if (z != 1)
      honest_product_of (p, z);
  if (p->batch > 1)
    memcpy (c + p->stride_c, c, (size_t)p->stride_c * sizeof *c);
  return GK_OK;
}

const gk_variant cheat_keeps_product = {
  .family = "matmul-rect",
  .name = "keeps-product",
  .summary = "keeps the last product of a batch",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .forms = GK_MATMUL_BATCH,
  .problem_size = sizeof (gk_matmul),
  .prepare = memo_prepare,
  .release = memo_release,
  .launch = launch,
};

const gk_variant cheat_repeats_product = {
  .family = "matmul-rect",
  .name = "repeats-product",
  .summary = "answers the second product of a batch by the first",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .forms = GK_MATMUL_BATCH,
  .problem_size = sizeof (gk_matmul),
  .launch = launch_repeated,
};
