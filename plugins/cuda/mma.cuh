/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mma.sync, the matrix instruction of tensor cores before Hopper: a warp
 * multiplies fragments in its threads' registers, distributed as the
 * instruction defines.  With g = lane / 4 and t = lane % 4:
 *
 * - accumulators, 16 x 8: c[0] and c[1] are in row g, columns 2 t and 2 t + 1,
 *   c[2] and c[3] in row g + 8;
 * - A: rows g and g + 8 in turn; B: column g;
 * - along the inner dimension, f64: element t, then t + 4, ...; smaller types:
 *   a word with elements from 4 t / size on, then as many after those of all
 *   four threads.
 *
 * NVIDIA, "Parallel Thread Execution ISA", warp level matrix
 * multiply-accumulate instructions.
 */
#ifndef CUDA_MMA_CUH
#define CUDA_MMA_CUH

#include <stdint.h>

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800

/* f64, with A of 16 x 8 and B of 8 x 8 (DMMA). a: element t of rows g and g +
 * 8, then t + 4 of both.  Before Hopper the largest shape is 8 x 8 with an
 * inner dimension of 4. */
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

/* f64, with A of 16 x 16 and B of 16 x 8: two of the above, contiguous along
 * the inner dimension. */
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

/* Factors of 8, 16 and 32 bits.  For all types an instruction covers 32 bytes
 * of the inner dimension, which are eight words of a row: a[0] and a[1] are
 * word t of rows g and g + 8 of A, a[2] and a[3] word t + 4 of both; b[0] and
 * b[1] are words t and t + 4 of column g of B.  Accumulators are f32, or i32
 * for integers. */
enum mma_type {
  MMA_BF16,
  MMA_F16,
  MMA_TF32,
  MMA_S8,
  MMA_U8,
  MMA_E4M3 /* from compute capability 8.9 on */
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800

#define MMA_OF_32_BYTES(what, sums, as)                                        \
  asm("mma.sync.aligned." what " {%0, %1, %2, %3}, {%4, %5, %6, %7}, "         \
      "{%8, %9}, {%0, %1, %2, %3};"                                            \
      : sums (c[0]), sums (c[1]), sums (c[2]), sums (c[3])                     \
      : "r"(as (a[0])), "r"(as (a[1])), "r"(as (a[2])), "r"(as (a[3])),        \
        "r"(as (b[0])), "r"(as (b[1])))

/* Rounds a float to TF32, since the instruction truncates.  Not volatile, so
 * that a factor that is used twice is rounded once. */
static __device__ __forceinline__ uint32_t
mma_round (uint32_t x)
{
  uint32_t rounded;

  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(rounded) : "f"(__uint_as_float (x)));
  return rounded;
}

/* Multiplies factors of any type, with accumulators as bits. */
template <enum mma_type type>
static __device__ __forceinline__ void
mma_of_32_bytes (uint32_t (&c)[4], const uint32_t *a, const uint32_t *b)
{
  if (type == MMA_BF16)
    MMA_OF_32_BYTES ("m16n8k16.row.col.f32.bf16.bf16.f32", "+r", );
  else if (type == MMA_F16)
    MMA_OF_32_BYTES ("m16n8k16.row.col.f32.f16.f16.f32", "+r", );
  else if (type == MMA_TF32)
    MMA_OF_32_BYTES ("m16n8k8.row.col.f32.tf32.tf32.f32", "+r", mma_round);
  else if (type == MMA_S8)
    MMA_OF_32_BYTES ("m16n8k32.row.col.s32.s8.s8.s32", "+r", );
#if __CUDA_ARCH__ >= 890
  else if (type == MMA_E4M3)
    MMA_OF_32_BYTES ("m16n8k32.row.col.f32.e4m3.e4m3.f32", "+r", );
#endif
  else
    MMA_OF_32_BYTES ("m16n8k32.row.col.s32.u8.u8.s32", "+r", );
}

/* Multiplies factors other than integers, with accumulators as floats. */
template <enum mma_type type>
static __device__ __forceinline__ void
mma_of_32_bytes (float (&c)[4], const uint32_t *a, const uint32_t *b)
{
  if (type == MMA_BF16)
    MMA_OF_32_BYTES ("m16n8k16.row.col.f32.bf16.bf16.f32", "+f", );
  else if (type == MMA_F16)
    MMA_OF_32_BYTES ("m16n8k16.row.col.f32.f16.f16.f32", "+f", );
#if __CUDA_ARCH__ >= 890
  else if (type == MMA_E4M3)
    MMA_OF_32_BYTES ("m16n8k32.row.col.f32.e4m3.e4m3.f32", "+f", );
#endif
  else
    MMA_OF_32_BYTES ("m16n8k8.row.col.f32.tf32.tf32.f32", "+f", mma_round);
}

#undef MMA_OF_32_BYTES

/* Loads four matrices of eight rows of 16 bytes from shared memory, distributed
 * as mma.sync needs them: lane i has the address of row i % 8 of matrix i / 8,
 * and each thread gets word t of row g of each. */
static __device__ __forceinline__ void
mma_load_matrices (uint32_t *to, uint32_t from)
{
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
      : "r"(from)
      : "memory");
}

/* The same, for elements of 16 bits, transposed: each thread gets elements 2 t
 * and 2 t + 1 of column g of each. */
static __device__ __forceinline__ void
mma_load_transposed (uint32_t *to, uint32_t from)
{
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
      : "r"(from)
      : "memory");
}

#endif

#endif /* CUDA_MMA_CUH */
