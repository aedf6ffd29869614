/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants that have themselves timed for work that they do not do.  What each
 * does, and where such a thing was seen, its own file tells; with which suite
 * it is tried, and what has to come of it, tests/cheats/list.  None may get a
 * time.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"

/* One for each family: it has to pass, or the others' failing says nothing.
 * They stand last, and so run last, on what the others left behind. */
static const gk_variant honest[] = {
  { .family = "copy",
    .name = "honest",
    .summary = "copies",
    .device = GK_CPU,
    .dtypes = GK_BIT (GK_F32),
    .launch = honest_copy },
  { .family = "matmul-rect",
    .name = "honest",
    .summary = "multiplies",
    .device = GK_CPU,
    .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_F32) | GK_BIT (GK_F64)
              | GK_BIT (GK_F8_E4M3) | GK_BIT (GK_F8_E5M2),
    .forms = GK_MATMUL_TYPES | GK_MATMUL_BATCH | GK_MATMUL_GROUPS,
    .problem_size = sizeof (gk_matmul),
    .launch = honest_products },
  { .family = "matmul-square",
    .name = "honest",
    .summary = "multiplies",
    .device = GK_CPU,
    .launch = honest_matmul },
  { .family = "reduce",
    .name = "honest",
    .summary = "adds up",
    .device = GK_CPU,
    .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_F32),
    .launch = honest_reduce },
  { .family = "scan",
    .name = "honest",
    .summary = "adds up to each",
    .device = GK_CPU,
    .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_F32),
    .launch = honest_scan },
  { .family = "softmax",
    .name = "honest",
    .summary = "divides powers by their sum",
    .device = GK_CPU,
    .dtypes = GK_BIT (GK_F32),
    .launch = honest_softmax },
  { .family = "stream",
    .name = "honest",
    .summary = "computes triads and dots",
    .device = GK_CPU,
    .dtypes = GK_BIT (GK_F32),
    .launch = honest_stream },
  { .family = "transpose",
    .name = "honest",
    .summary = "transposes",
    .device = GK_CPU,
    .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_F32),
    .launch = honest_transpose },
};

#define ADDRESS(name) &cheat_##name
static const gk_variant *const list[]
    = { CHEATS (ADDRESS), &honest[0], &honest[1], &honest[2], &honest[3],
        &honest[4],       &honest[5], &honest[6], &honest[7] };

/* One behind the other, as a plugin has them. */
static gk_variant variants[GK_COUNT (list)];

__attribute__ ((constructor)) static void
gather (void)
{
  for (size_t i = 0; i < GK_COUNT (list); i++)
    variants[i] = *list[i];
}

GK_PLUGIN ("cheats", "1", "variants that do not do what they are timed for",
           NULL, variants)
