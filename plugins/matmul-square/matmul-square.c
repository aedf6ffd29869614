/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The family matmul-square: C = A B, where all matrices are n x n.  The check
 * of results is in matmul/check/verify.c.
 */
#include <config.h>

#include "cblas/cblas.h"
#include "cuda-variants.h"
#include "cuda/companion.h"
#include "matmul/cpu/cpu.h"
#include "matmul/options.h"
#include "matmul/check/problem.h"

enum { N, SIZES };

static const gk_option options[SIZES + MATMUL_N_OPTIONS] = {
  [N] = { .name = "n",
          .help = "rows and columns of each matrix",
          .unit = "elements",
          .type = GK_INT,
          .flags = GK_OPTION_SIZE,
          .value = { .i = 256 },
          .min = 1,
          .max = 1 << 20 },
  MATMUL_OPTIONS (SIZES),
};

static int
matmul_square_setup (const gk_host *host, const gk_value *values, gk_setup *out)
{
  const int64_t n = values[N].i;

  return matmul_setup (host, &(struct matmul_sizes){ .m = n, .n = n, .k = n, .batch = 1 },
                       values + SIZES, out);
}

#define COMPANION(id, name, ...)                                               \
  CUDA_COMPANION ("matmul-cuda", name, __VA_ARGS__),

static const gk_companion companions[]
    = { MATMUL_SQUARE_CUDA_VARIANTS (COMPANION) };

static const gk_family family = {
  .name = "matmul-square",
  .summary = "C = A B with square matrices of integers or floats",
  GK_OPTIONS (options),
  .setup = matmul_square_setup,
  .fill = matmul_fill,
  .vary = matmul_vary,
  .verify = matmul_verify,
  .teardown = matmul_teardown,
  GK_COMPANIONS (companions),
};

static const gk_variant variants[] = { MATMUL_CPU_VARIANTS };

GK_PLUGIN ("matmul-square", PACKAGE_VERSION, "square matrix products", &family,
           variants)
