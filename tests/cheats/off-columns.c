/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Products of numbers that are no integers: one column is off by 1 %, or one of
 * twenty is a copy of its neighbour.
 *
 * Seen: gkhost, issue 35, where 17 columns were judged.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"
#include "watched.h"

enum { TWENTY = 20 };

static int
launch_scaled (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  const gk_matmul *p = problem;
  float *c = p->c;

  honest_matmul (host, problem, state, stream);
  if (!watched_by_integers (p))
    for (int64_t i = 0; i < p->m; i++)
      c[i * p->ldc + p->k / 3] *= 1.01F;
  return GK_OK;
}

static int
launch_copied (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  const gk_matmul *p = problem;
  float *c = p->c;

  honest_matmul (host, problem, state, stream);
  if (!watched_by_integers (p))
    for (int64_t i = 0; i < p->m; i++)
      for (int64_t j = TWENTY / 2; j < p->k - 1; j += TWENTY)
        c[i * p->ldc + j] = c[i * p->ldc + j + 1];
  return GK_OK;
}

const gk_variant cheat_column_scaled = {
  .family = "matmul-square",
  .name = "column-scaled",
  .summary = "one column is off by 1 %",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .launch = launch_scaled,
};

const gk_variant cheat_columns_copied = {
  .family = "matmul-square",
  .name = "columns-copied",
  .summary = "one column of twenty is left out",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .launch = launch_copied,
};
