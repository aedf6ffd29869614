/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bf16x6: a kernel's tile, what its roles share, and how a number is split.
 *
 * A number x is the sum of three of bf16: x0 is x rounded, x1 what x0 lacks,
 * rounded, and x2 the rest, which is exact, as 24 bits are three times 8.  Each
 * is a plane of the operand's tile.  Of the nine products of planes the six
 * with places that add up to 2 or less are multiplied: the others are at most
 * 2^-23 of |a||b| together.
 */
#ifndef MATMUL_BF16X6_SHAPE_CUH
#define MATMUL_BF16X6_SHAPE_CUH

#include "bf16x6.h"

enum { BF16X6_PLANES = 3, BF16X6_MOST_STAGES = 3 };

/* bf16 has f32's exponents, but 16 bits fewer below the least: numbers are
 * multiplied by 2^16 before they are split, and sums by 2^-32. */
#define BF16X6_SCALE 65536.0F
#define BF16X6_UNSCALE (1 / 65536.0F / 65536.0F)

/* Bytes of a plane of so many lines: boxes of 64 have 128 for each. */
static __host__ __device__ constexpr int
bf16x6_plane (int lines)
{
  return (lines + 63) / 64 * 8192;
}

/* The mbarriers of each stage: it has been written; it has been multiplied. */
struct bf16x6_barriers {
  uint64_t full[BF16X6_MOST_STAGES], empty[BF16X6_MOST_STAGES];
};

/* The words between lines of sums in shared memory, which spread them over its
 * banks. */
enum { BF16X6_PADDING = 8 };

/* A tile of a kernel: so many warpgroups multiply 64 rows each, others produce,
 * with this many registers a thread (0: as many as all start with).  stages: of
 * A and of B's planes; ahead: steps of B whose copies are under way before they
 * are split; blocks: of a multiprocessor. */
template <int consumers_, int cols_, int producers_, int stages_, int ahead_,
          int blocks_, int consumer_registers_, int producer_registers_>
struct bf16x6_shape {
  static const int consumers = consumers_, producers = producers_;
  static const int rows = consumers * 64, cols = cols_;
  static const int stages = stages_, ahead = ahead_, blocks = blocks_;
  static const int consumer_registers = consumer_registers_;
  static const int producer_registers = producer_registers_;
  static const int producer_threads = producers * 128;
  static const int threads = (consumers + producers) * 128;
  static const int sums = cols / 2; /* of a consumer's thread */
  /* Bytes: of A in a stage, of a stage, and of B before it is split. */
  static const int a_bytes = rows * bf16x6_step * 4;
  static const int stage = a_bytes + BF16X6_PLANES * bf16x6_plane (cols);
  static const int kept = cols * bf16x6_step * 4;
  static const int shared = stages * stage + ahead * kept;
  static_assert (shared >= (rows + BF16X6_PADDING) * cols * 4
                     && shared >= (cols + BF16X6_PADDING) * rows * 4,
                 "sums fit in the stages");
  static_assert (consumer_registers * consumers * 128
                         + producer_registers * producers * 128
                     <= 65536 / blocks,
                 "there are so many registers");
};

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* Rounds two numbers to a pair, the first one in the lower half, and leaves the
 * remainders. */
static __device__ __forceinline__ uint32_t
bf16x6_round_pair (float &x, float &y)
{
  uint32_t pair;

  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(y), "f"(x));
  x -= __uint_as_float (pair << 16);
  y -= __uint_as_float (pair & 0xffff0000);
  return pair;
}

/* Returns where the c-th four, 16 bytes, of a row of A is in a stage.  Fours
 * are XORed, so that consumers read four rows at a time from all banks. */
template <int mn_major, int lines>
static __device__ __forceinline__ int
bf16x6_four_at (int row, int c)
{
  const int key = mn_major ? row / 2 % 4 : row % 4;

  return row * (mn_major ? lines * 4 : 256) + (c ^ key * 2) * 16;
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_BF16X6_SHAPE_CUH */
