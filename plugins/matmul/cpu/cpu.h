/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CPU variants of both families.
 */
#ifndef MATMUL_CPU_H
#define MATMUL_CPU_H

#include <gkhost/matmul.h>

/* Makes elements [j, j + n) of row i of C of as many sums, which are floats, or
 * doubles where C is f64.  p: one product in the row-major view, of floats. */
void matmul_cpu_store (const gk_matmul *p, const void *sums, int64_t i,
                       int64_t j, int n);

/* The callback work: floats other than f64 are computed by the f32 unit. */
void matmul_cpu_work (const gk_host *host, const void *problem, void *state,
                      gk_work *work);

int matmul_cpu_naive (const gk_host *host, const void *problem, void *state,
                      void *stream);

int matmul_cpu_order (const gk_host *host, const void *problem, void *state,
                      void *stream);
int matmul_cpu_blocked (const gk_host *host, const void *problem, void *state,
                        void *stream);

int matmul_cpu_threads_prepare (const gk_host *host, const gk_device *device,
                                const void *problem, const gk_value *values,
                                void **state);
int matmul_cpu_threads (const gk_host *host, const void *problem, void *state,
                        void *stream);
void matmul_cpu_threads_release (const gk_host *host, void *state);

int matmul_cpu_blas_prepare (const gk_host *host, const gk_device *device,
                             const void *problem, const gk_value *values,
                             void **state);
int matmul_cpu_blas (const gk_host *host, const void *problem, void *state,
                     void *stream);

/* The rows of these variants, for the tables of both families. */
#define MATMUL_CPU_VARIANTS                                                    \
  { .name = "cpu-naive",                                                       \
    .summary = "three nested loops on one core: each step down a column of B " \
               "is a cache miss",                                              \
    .device = GK_CPU,                                                          \
    .dtypes = MATMUL_DTYPES | MATMUL_BYTE_DTYPES,                              \
    .layouts = MATMUL_LAYOUTS,                                                 \
    .problem_size = sizeof (gk_matmul),                                        \
    .forms = MATMUL_CPU_FORMS,                                                 \
    .work = matmul_cpu_work,                                                   \
    .launch = matmul_cpu_naive },                                              \
      { .name = "cpu-order",                                                   \
        .summary                                                               \
        = "the loops in another order: the innermost goes along rows of "      \
          "B and C, by vectors",                                               \
        .device = GK_CPU,                                                      \
        .dtypes = MATMUL_CPU_LOOPS_DTYPES,                                     \
        .work = matmul_cpu_work,                                               \
        .launch = matmul_cpu_order },                                          \
      { .name = "cpu-blocked",                                                 \
        .summary                                                               \
        = "the same for blocks of B that a cache holds, one after the "        \
          "other",                                                             \
        .device = GK_CPU,                                                      \
        .dtypes = MATMUL_CPU_LOOPS_DTYPES,                                     \
        .work = matmul_cpu_work,                                               \
        .launch = matmul_cpu_blocked },                                        \
      { .name = "cpu-threads",                                                 \
        .summary                                                               \
        = "packed panels of A and B, blocked for the caches; register "        \
          "tiles in vector registers; all cores",                              \
        .device = GK_CPU,                                                      \
        .dtypes = MATMUL_DTYPES | MATMUL_BYTE_DTYPES,                          \
        .layouts = MATMUL_LAYOUTS,                                             \
        .problem_size = sizeof (gk_matmul),                                    \
        .forms = MATMUL_CPU_FORMS,                                             \
        .work = matmul_cpu_work,                                               \
        .prepare = matmul_cpu_threads_prepare,                                 \
        .launch = matmul_cpu_threads,                                          \
        .release = matmul_cpu_threads_release },                               \
  {                                                                            \
    .name = "cpu-blas",                                                        \
    .summary = "gemm of the CPU's BLAS library (OpenBLAS, MKL, ...)",          \
    .device = GK_CPU, .flags = GK_PEER,                                        \
    .dtypes = GK_BIT (GK_F32) | GK_BIT (GK_F64) | GK_BIT (GK_TF32),            \
    .layouts = MATMUL_LAYOUTS, .problem_size = sizeof (gk_matmul),             \
    .forms = MATMUL_CPU_FORMS, .prepare = matmul_cpu_blas_prepare,             \
    .work = matmul_cpu_work, .launch = matmul_cpu_blas,                        \
    .release = cblas_close, .library = cblas_library                           \
  }

/* The forms of those that compute product by product. */
#define MATMUL_CPU_FORMS                                                       \
  (GK_MATMUL_TYPES | GK_MATMUL_BATCH | GK_MATMUL_UPDATE | GK_MATMUL_GROUPS     \
   | GK_MATMUL_SCALES)

/* The types of cpu-order and cpu-blocked. */
#define MATMUL_CPU_LOOPS_DTYPES                                                \
  (GK_BIT (GK_I32) | GK_BIT (GK_F32) | GK_BIT (GK_F64))

#endif
