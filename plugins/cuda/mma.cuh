/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mma.sync, the matrix instruction of the tensor cores before Hopper's: a warp
 * multiplies what lies in its threads' registers, spread as the instruction
 * has it.  With g = lane / 4 and t = lane % 4:
 *
 * - sums of 16 x 8: c[0], c[1] are of row g, columns 2 t and 2 t + 1, c[2] and
 *   c[3] of row g + 8;
 * - of A, rows are g and g + 8 in turn, of B, the column is g;
 * - along the inner dimension, f64: element t, then t + 4, ...
 *
 * NVIDIA, "Parallel Thread Execution ISA", warp level matrix
 * multiply-accumulate instructions.
 */
#ifndef CUDA_MMA_CUH
#define CUDA_MMA_CUH

#include <stdint.h>

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800

/* f64, A of 16 x 8 and B of 8 x 8 (DMMA).  a: element t of rows g and g + 8,
 * then t + 4 of both.  Before Hopper the largest is 8 x 8 with an inner
 * dimension of 4. */
static __device__ __forceinline__ void
mma_f64_k8 (double (&c)[4], const double *a, const double *b)
{
#if __CUDA_ARCH__ >= 900
  asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
      : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
#else
#pragma unroll
  for (int i = 0; i < 4; i++)
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
        "{%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(c[i % 2 * 2]), "+d"(c[i % 2 * 2 + 1])
        : "d"(a[i]), "d"(b[i / 2]));
#endif
}

/* A of 16 x 16 and B of 16 x 8: as two of the above, one behind the other. */
static __device__ __forceinline__ void
mma_f64_k16 (double (&c)[4], const double *a, const double *b)
{
#if __CUDA_ARCH__ >= 900
  asm("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, "
      "{%12, %13, %14, %15}, {%0, %1, %2, %3};"
      : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
      : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]),
        "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
#else
  mma_f64_k8 (c, a, b);
  mma_f64_k8 (c, a + 4, b + 2);
#endif
}

#endif

#endif /* CUDA_MMA_CUH */
