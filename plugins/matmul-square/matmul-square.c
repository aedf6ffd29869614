/* SPDX-License-Identifier: BSD-3-Clause
 *
 * matmul-square: C = A B, all of them n x n.
 */
#include <config.h>

#include "cblas/cblas.h"
#include "matmul/cpu.h"
#include "matmul/options.h"
#include "matmul/problem.h"

enum { N, DTYPE, LAYOUT, PAD, N_OPTIONS };

static const gk_option options[N_OPTIONS] = {
  [N] = { .name = "n",
          .help = "rows and columns of each matrix",
          .unit = "elements",
          .type = GK_INT,
          .value = { .i = 256 },
          .min = 1,
          .max = 1 << 20 },
  [DTYPE] = MATMUL_DTYPE_OPTION,
  [LAYOUT] = MATMUL_LAYOUT_OPTION,
  [PAD] = MATMUL_PAD_OPTION,
};

static int
setup (const gk_host *host, const gk_value *values, gk_setup *out)
{
  const int64_t n = values[N].i;

  return matmul_setup (host, n, n, n, (gk_dtype)values[DTYPE].i,
                       (gk_layout)values[LAYOUT].i, values[PAD].i, out);
}

/* The CUDA variants, and their tunables. */
static const gk_companion companions[] = {
  { "matmul-square-cuda", "naive", GK_CUDA, NULL },
  { "matmul-square-cuda", "shared", GK_CUDA, NULL },
  { "matmul-square-cuda", "coalesced", GK_CUDA, NULL },
  { "matmul-square-cuda", "register-tile", GK_CUDA, NULL },
  { "matmul-square-cuda", "cublas", GK_CUDA, NULL },
};

static const gk_family family = {
  .name = "matmul-square",
  .summary = "C = A B with square matrices, in i32, f32 or f64",
  .options = options,
  .n_options = N_OPTIONS,
  .option_size = sizeof (gk_option),
  .setup = setup,
  .fill = matmul_fill,
  .verify = matmul_verify,
  .teardown = matmul_teardown,
  .companions = companions,
  .n_companions = sizeof companions / sizeof companions[0],
  .companion_size = sizeof (gk_companion),
};

static const gk_variant variants[] = {
  { .name = "cpu-naive",
    .summary = MATMUL_CPU_NAIVE_SUMMARY,
    .device = GK_CPU,
    .launch = matmul_cpu_naive },
  { .name = "cpu-threads",
    .summary = MATMUL_CPU_THREADS_SUMMARY,
    .device = GK_CPU,
    .launch = matmul_cpu_threads },
  { .name = "cpu-blas",
    .summary = MATMUL_CPU_BLAS_SUMMARY,
    .device = GK_CPU,
    .flags = GK_PEER,
    .dtypes = GK_BIT (GK_F32) | GK_BIT (GK_F64),
    .prepare = matmul_cpu_blas_prepare,
    .launch = matmul_cpu_blas,
    .release = cblas_close },
};

static const gk_plugin plugin = {
  .abi = GK_ABI,
  .size = sizeof (gk_plugin),
  .name = "matmul-square",
  .summary = "square matrix products",
  .version = PACKAGE_VERSION,
  .family = &family,
  .family_size = sizeof (gk_family),
  .variant_size = sizeof (gk_variant),
  .variants = variants,
  .n_variants = sizeof variants / sizeof variants[0],
};

GK_PLUGIN (plugin)
