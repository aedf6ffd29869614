/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The CPU variants of both families.
 */
#ifndef MATMUL_CPU_H
#define MATMUL_CPU_H

#include <gkhost/matmul.h>

/* The callback work: floats other than f64 are computed by the f32 unit. */
void matmul_cpu_work (const gk_host *host, const void *problem, void *state,
                      gk_work *work);

int matmul_cpu_naive (const gk_host *host, const void *problem, void *state,
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

/* The summaries of these variants, for the tables of both families. */
#define MATMUL_CPU_NAIVE_SUMMARY                                               \
  "three nested loops on one core: each step down a column of B is a "         \
  "cache miss"
#define MATMUL_CPU_THREADS_SUMMARY                                             \
  "packed panels of A and B, blocked for the caches; register tiles in "       \
  "vector registers; all cores"
#define MATMUL_CPU_BLAS_SUMMARY                                                \
  "gemm of the CPU's BLAS library (OpenBLAS, MKL, ...)"

#endif
