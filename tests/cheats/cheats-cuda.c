/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants for CUDA that have themselves timed for work that they do not do, as
 * cheats.c has them for the CPU.
 */
#include <config.h>

#include "cheats-cuda.h"
#include "cuda-honest.h"

/* One for each family.  They run last. */
static const gk_variant honest[] = {
  { .family = "copy",
    .name = "honest",
    .summary = "copies",
    .device = GK_CUDA,
    .dtypes = GK_BIT (GK_F32),
    .launch = honest_cuda_copy },
  { .family = "matmul-rect",
    .name = "honest",
    .summary = "multiplies",
    .device = GK_CUDA,
    .dtypes = GK_BIT (GK_F32),
    .forms = GK_MATMUL_BATCH | GK_MATMUL_GROUPS,
    .problem_size = sizeof (gk_matmul),
    .launch = honest_cuda_products },
  { .family = "matmul-square",
    .name = "honest",
    .summary = "multiplies",
    .device = GK_CUDA,
    .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_F32),
    .launch = honest_cuda_matmul },
  { .family = "transpose",
    .name = "honest",
    .summary = "transposes",
    .device = GK_CUDA,
    .dtypes = GK_BIT (GK_I32),
    .launch = honest_cuda_transpose },
};

#define ADDRESS(name) &cheat_cuda_##name
static const gk_variant *const list[]
    = { CUDA_CHEATS (ADDRESS), &honest[0], &honest[1], &honest[2], &honest[3] };

/* One behind the other, as a plugin has them. */
static gk_variant variants[GK_COUNT (list)];

__attribute__ ((constructor)) static void
gather (void)
{
  for (size_t i = 0; i < GK_COUNT (list); i++)
    variants[i] = *list[i];
}

GK_PLUGIN ("cheats-cuda", "1",
           "variants for CUDA that do not do what they are timed for", NULL,
           variants)
