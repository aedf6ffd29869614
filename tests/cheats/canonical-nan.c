/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Moves f32 by float arithmetic: a signalling NaN becomes a quiet one, and -0
 * becomes 0.
 *
 * Seen: thought of here; tests on numbers alone never show it.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_copy *p = problem;
  const float *src = p->src;
  float *dst = p->dst;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->rows; i++)
    for (int64_t j = 0; j < p->cols; j++)
      dst[i * p->dst_pitch + j] = src[i * p->src_pitch + j] + 0.0f;
  return GK_OK;
}

const gk_variant cheat_canonical_nan = {
  .family = "copy",
  .name = "canonical-nan",
  .summary = "moves floats by adding zero",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .launch = launch,
};
