/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A maximum that begins at 0, and so is 0 where all numbers of a row are
 * negative; a minimum likewise.
 *
 * Seen: gkhost, in first kernels: among random numbers of both signs it is
 * right.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_reduce *p = problem;
  double peak = 0;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->cols; i++) {
    const double x = honest_element (p, i);

    peak = (p->op == GK_REDUCE_MAX ? x > peak : x < peak) ? x : peak;
  }
  honest_store_sum (p, peak);
  return GK_OK;
}

const gk_variant cheat_begins_at_zero = {
  .family = "reduce",
  .name = "begins-at-zero",
  .summary = "finds the greatest of a row's numbers and 0",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_F32),
  .launch = launch,
};
