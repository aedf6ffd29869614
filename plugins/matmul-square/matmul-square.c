/* SPDX-License-Identifier: BSD-3-Clause
 *
 * matmul-square: C = A B, all of them n x n.
 */
#include <config.h>

#include "cblas/cblas.h"
#include "kernels.h"
#include "matmul/cpu.h"
#include "matmul/cuda.h"
#include "matmul/options.h"
#include "matmul/problem.h"

enum { N, DTYPE, LAYOUT, PAD, N_OPTIONS };

static const gk_option options[N_OPTIONS] = {
  [N] = { .name = "n",
          .help = "rows and columns of each matrix",
          .unit = "elements",
          .type = GK_INT,
          .flags = GK_OPTION_SIZE,
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

static const gk_family family = {
  .name = "matmul-square",
  .summary = "C = A B with square matrices, in i32, f32 or f64",
  .options = GK_ARRAY (options),
  .setup = setup,
  .fill = matmul_fill,
  .vary = matmul_vary,
  .verify = matmul_verify,
  .teardown = matmul_teardown,
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
  { .name = "naive",
    .summary = "a thread an element; neighbouring threads read words that lie "
               "far apart, so most of what memory delivers is thrown away",
    .device = GK_CUDA,
    .prepare = matmul_cuda_prepare,
    .launch = matmul_square_naive },
  { .name = "shared",
    .summary = "16x16 tiles are copied to shared memory and used 16 times; the "
               "copying is coalesced in row-major memory only",
    .device = GK_CUDA,
    .prepare = matmul_cuda_prepare,
    .launch = matmul_square_shared },
  { .name = "coalesced",
    .summary = "threads copy along memory in either layout; one tile is turned "
               "on its way, its rows padded against bank conflicts",
    .device = GK_CUDA,
    .prepare = matmul_cuda_prepare,
    .launch = matmul_square_coalesced },
  { .name = "register-tile",
    .summary = MATMUL_REGISTER_TILE_SUMMARY,
    .device = GK_CUDA,
    .prepare = matmul_cuda_prepare,
    .launch = matmul_register_tile },
  { .name = "cublas",
    .summary = MATMUL_CUBLAS_SUMMARY,
    .device = GK_CUDA,
    .flags = GK_PEER,
    .dtypes = GK_BIT (GK_F32) | GK_BIT (GK_F64),
    .prepare = matmul_cublas_prepare,
    .launch = matmul_cublas,
    .release = matmul_cublas_release },
};

GK_PLUGIN ("matmul-square", PACKAGE_VERSION, "square matrix products", &family,
           variants)
