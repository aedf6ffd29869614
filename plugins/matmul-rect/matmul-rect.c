/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The family matmul-rect: C = A B, where C is m x k, A is m x n and B is n x k,
 * or a batch of such products, or groups of lines with a B each.
 * The check of results is in matmul/check/verify.c.
 */
#include <config.h>

#include "cblas/cblas.h"
#include "cuda-variants.h"
#include "cuda/companion.h"
#include "matmul/cpu/cpu.h"
#include "matmul/options.h"
#include "matmul/check/problem.h"

enum {
  M,
  N,
  K,
  SIZES,
  BATCH = SIZES + MATMUL_N_OPTIONS,
  GROUPS,
  GROUP_SIZES,
  GROUP_MULTIPLE,
  N_OPTIONS
};

static const gk_option options[N_OPTIONS] = {
  [M] = { .name = "m",
          .help = "rows of A and of C",
          .unit = "elements",
          .type = GK_INT,
          .flags = GK_OPTION_SIZE,
          .value = { .i = 320 },
          .min = 1,
          .max = INT64_C (1) << 40 },
  [N] = { .name = "n",
          .help = "columns of A and rows of B: the length of each sum",
          .unit = "elements",
          .type = GK_INT,
          .flags = GK_OPTION_SIZE,
          .value = { .i = 201 },
          .min = 1,
          .max = INT64_C (1) << 40 },
  [K] = { .name = "k",
          .help = "columns of B and of C",
          .unit = "elements",
          .type = GK_INT,
          .flags = GK_OPTION_SIZE,
          .value = { .i = 320 },
          .min = 1,
          .max = INT64_C (1) << 40 },
  MATMUL_OPTIONS (SIZES),
  [BATCH] = MATMUL_BATCH_OPTION,
  [GROUPS] = MATMUL_GROUPS_OPTION,
  [GROUP_SIZES] = MATMUL_GROUP_SIZES_OPTION,
  [GROUP_MULTIPLE] = MATMUL_GROUP_MULTIPLE_OPTION,
};

static int
matmul_rect_setup (const gk_host *host, const gk_value *values, gk_setup *out)
{
  const struct matmul_sizes sizes
      = { .m = values[M].i,
          .n = values[N].i,
          .k = values[K].i,
          .batch = values[BATCH].i,
          .groups = values[GROUPS].i,
          .group_multiple = values[GROUP_MULTIPLE].i,
          .group_sizes = (enum group_sizes)values[GROUP_SIZES].i };

  return matmul_setup (host, &sizes, values + SIZES, out);
}

#define COMPANION(id, name, ...)                                               \
  CUDA_COMPANION ("matmul-cuda", name, __VA_ARGS__),

static const gk_companion companions[]
    = { MATMUL_RECT_CUDA_VARIANTS (COMPANION) };

static const gk_family family = {
  .name = "matmul-rect",
  .summary = "C (m x k) = A (m x n) B (n x k), of integers or floats",
  GK_OPTIONS (options),
  .setup = matmul_rect_setup,
  .fill = matmul_fill,
  .vary = matmul_vary,
  .verify = matmul_verify,
  .teardown = matmul_teardown,
  GK_COMPANIONS (companions),
};

static const gk_variant variants[] = { MATMUL_CPU_VARIANTS };

GK_PLUGIN ("matmul-rect", PACKAGE_VERSION, "matrix products of any shape",
           &family, variants)
