/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Computes 15 of 16 elements of a triad; the one that is left out gets its x,
 * to which three times y should have been added.
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
  const gk_stream *p = problem;
  const float *x = p->x, *y = p->y;
  float *dst = p->dst;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->n; i++)
    dst[i] = i % 16 == 11 ? x[i] : x[i] + GK_STREAM_FACTOR * y[i];
  return GK_OK;
}

const gk_variant cheat_part_of_triad = {
  .family = "stream",
  .name = "part-of-triad",
  .summary = "computes 15 of 16 elements",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .launch = launch,
};
