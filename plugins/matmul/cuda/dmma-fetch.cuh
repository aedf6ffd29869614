/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How the kernels of dmma that load operands by TMA read them from shared
 * memory.
 *
 * TMA's swizzle: of each 128 bytes, 16 elements, of a row, pair p of row r of a
 * box is at p ^ (r % 8).  A box is 16 steps of some lines of a K-major operand,
 * 16 x 16 elements of an MN-major one: both take 128 bytes a line, and are read
 * without bank conflicts.
 *
 * An instruction takes, of the left operand, whose lines are its rows, two
 * lines of one step in neighbouring registers, and of the right operand two
 * steps of one line.  So the left should be MN-major, the right K-major: then
 * 16 bytes are read at once, and no register is moved.  Row-major matrices are
 * so with B at the left.  If only A is MN-major, the kernel is transposed.  In
 * the other cases elements of the operand with the other layout are read one by
 * one, in an order without conflicts.  As both operands must have the same
 * steps in the same registers, those of thread t of a group of four are
 *
 * - 2 t, 2 t + 1 of each 8 if any operand is read by pairs,
 * - t, t + 4 if both are K-major.
 *
 * By halves, even rows in memory precede odd ones: of a tile's lines, if the
 * operand is K-major, and of each 16 x 16 elements, if it is MN-major.  A
 * thread's two lines, or steps, are then in the same row of either half, and
 * the swizzle sees that row: so the steps of thread t are others, of 16 in the
 * n-th group
 *
 * - 4 t + 2 n and the next if any operand is read by pairs,
 * - 8 (t / 2) + t % 2 + 4 n and the next but one if both are K-major.
 */
#ifndef MATMUL_DMMA_FETCH_CUH
#define MATMUL_DMMA_FETCH_CUH

#include <stdint.h>

#include "dmma-finish.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

static __device__ __forceinline__ double2
dmma_fetch_pair (uint32_t at)
{
  double2 v;

  asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];"
               : "=d"(v.x), "=d"(v.y)
               : "r"(at));
  return v;
}

static __device__ __forceinline__ double
dmma_fetch (uint32_t at)
{
  double v;

  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(v) : "r"(at));
  return v;
}

/* The offset in an operand's slab where the warp's lines begin for this thread:
 * the addresses of its fragments differ from it by an XOR or a constant. */
template <class S>
static __device__ __forceinline__ uint32_t
dmma_first_of_left_whole (int line)
{
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;

  return S::pairs_left
             ? line * 128 + 2 * t * 128 + (g ^ 2 * t) * 16
             : (line + 2 * g) * 128 + (t / 2 ^ 2 * g % 8) * 16 + t % 2 * 8;
}

template <class S>
static __device__ __forceinline__ uint32_t
dmma_first_of_right_whole (int line)
{
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  const int row = dmma_line_of_right<S> (g, 0);

  if (S::mn_major_right)
    return line * 128 + 2 * t * 128 + (g / 2 ^ 2 * t) * 16 + g % 2 * 8;
  return S::pairs_right
             ? (line + row) * 128 + (t ^ row % 8) * 16
             : (line + row) * 128 + (t / 2 ^ row % 8) * 16 + t % 2 * 8;
}

/* Reads a thread's elements of the i-th 16 lines of the left, in a group of 8
 * steps: of two lines, and of the same lines a step further. */
template <class S>
static __device__ __forceinline__ void
dmma_fetch_left_whole (uint32_t first, int i, int group, double (&x)[4])
{
#pragma unroll
  for (int e = 0; e < 2; e++)
    if (S::pairs_left) {
      const double2 v = dmma_fetch_pair ((first ^ e * 16) + i * 2048
                                         + group * 1024 + e * 128);

      x[2 * e] = v.x;
      x[2 * e + 1] = v.y;
    } else {
#pragma unroll
      for (int l = 0; l < 2; l++)
        x[2 * e + l] = dmma_fetch ((first ^ (l * 16 + e * 32 + group * 64))
                                   + i * 2048 + l * 128);
    }
}

/* Likewise of the right: for each of two instructions two steps of a line. */
template <class S>
static __device__ __forceinline__ void
dmma_fetch_right_whole (uint32_t first, int j, int group, double (&x)[2][2])
{
#pragma unroll
  for (int h = 0; h < 2; h++)
    if (S::pairs_right) {
      const double2 v = dmma_fetch_pair ((first ^ (h * 16 + group * 64))
                                         + j * 2048 + h * 128);

      x[h][0] = v.x;
      x[h][1] = v.y;
    } else {
#pragma unroll
      for (int e = 0; e < 2; e++)
        x[h][e] = dmma_fetch (S::mn_major_right
                                  ? (first ^ (e * 16 + h * 64)) + j * 2048
                                        + group * 1024 + e * 128
                                  : (first ^ (h * 16 + e * 32 + group * 64))
                                        + j * 2048 + h * 128);
    }
}

/* The same by halves.  Warps begin at lines that are multiples of 16. */
template <class S>
static __device__ __forceinline__ uint32_t
dmma_first_of_left_halves (int line)
{
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;

  return S::pairs_left
             ? line * 128 + 2 * t * 128 + (g ^ 2 * t) * 16
             : (line / 2 + g) * 128 + (t / 2 * 4 ^ g) * 16 + t % 2 * 8;
}

template <class S>
static __device__ __forceinline__ uint32_t
dmma_first_of_right_halves (int line)
{
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;

  if (S::mn_major_right)
    return line * 128 + 2 * t * 128 + (g / 2 ^ 2 * t) * 16 + g % 2 * 8;
  return S::pairs_right
             ? (line / 2 + g) * 128 + (2 * t ^ g) * 16
             : (line / 2 + g) * 128 + (t / 2 * 4 ^ g) * 16 + t % 2 * 8;
}

template <class S>
static __device__ __forceinline__ void
dmma_fetch_left_halves (uint32_t first, int i, int group, double (&x)[4])
{
#pragma unroll
  for (int e = 0; e < 2; e++)
    if (S::pairs_left) {
      const double2 v = dmma_fetch_pair ((first ^ group * 16) + i * 2048
                                         + group * 128 + e * 1024);

      x[2 * e] = v.x;
      x[2 * e + 1] = v.y;
    } else {
#pragma unroll
      for (int l = 0; l < 2; l++)
        x[2 * e + l] = dmma_fetch ((first ^ (e * 16 + group * 32)) + i * 1024
                                   + l * S::tile_left * 64);
    }
}

template <class S>
static __device__ __forceinline__ void
dmma_fetch_right_halves (uint32_t first, int j, int group, double (&x)[2][2])
{
#pragma unroll
  for (int h = 0; h < 2; h++)
    if (S::pairs_right) {
      const double2 v = dmma_fetch_pair ((first ^ group * 16) + j * 1024
                                         + h * S::tile_right * 64);

      x[h][0] = v.x;
      x[h][1] = v.y;
    } else {
#pragma unroll
      for (int e = 0; e < 2; e++)
        x[h][e] = dmma_fetch (S::mn_major_right
                                  ? (first ^ (group * 16 + h * 64)) + j * 2048
                                        + group * 128 + e * 1024
                                  : (first ^ (e * 16 + group * 32)) + j * 1024
                                        + h * S::tile_right * 64);
    }
}

template <class S>
static __device__ __forceinline__ uint32_t
dmma_first_of_left (int line)
{
  return S::halves ? dmma_first_of_left_halves<S> (line)
                   : dmma_first_of_left_whole<S> (line);
}

template <class S>
static __device__ __forceinline__ uint32_t
dmma_first_of_right (int line)
{
  return S::halves ? dmma_first_of_right_halves<S> (line)
                   : dmma_first_of_right_whole<S> (line);
}

template <class S>
static __device__ __forceinline__ void
dmma_fetch_left (uint32_t first, int i, int group, double (&x)[4])
{
  if (S::halves)
    dmma_fetch_left_halves<S> (first, i, group, x);
  else
    dmma_fetch_left_whole<S> (first, i, group, x);
}

template <class S>
static __device__ __forceinline__ void
dmma_fetch_right (uint32_t first, int j, int group, double (&x)[2][2])
{
  if (S::halves)
    dmma_fetch_right_halves<S> (first, j, group, x);
  else
    dmma_fetch_right_whole<S> (first, j, group, x);
}

#endif

#endif /* MATMUL_DMMA_FETCH_CUH */
