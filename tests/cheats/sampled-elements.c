/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Copies 4096 elements, those that a check with random places of a fixed seed
 * looks at, and the corners.
 *
 * Seen: gkhost, issue 8, of columns; a check of a few elements is what it is
 * for.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_copy *p = problem;
  const uint32_t *src = p->src;
  uint32_t *dst = p->dst;
  uint64_t random = 1;

  (void)host, (void)state, (void)stream;
  dst[0] = src[0];
  for (int i = 0; i < 4096; i++) {
    const int64_t row = (int64_t)((random >> 33) % (uint64_t)p->rows);
    const int64_t col = (int64_t)((random >> 12) % (uint64_t)p->cols);

    dst[row * p->dst_pitch + col] = src[row * p->src_pitch + col];
    random = random * UINT64_C (6364136223846793005) + 1;
  }
  dst[p->rows * p->dst_pitch - 1] = src[p->rows * p->src_pitch - 1];
  return GK_OK;
}

const gk_variant cheat_sampled_elements = {
  .family = "copy",
  .name = "sampled-elements",
  .summary = "copies the elements of a fixed seed",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .launch = launch,
};
