/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bf16x6's producers: cp.async copies A and B to shared memory as they are; a
 * step later B's numbers are split, and written as planes, swizzled as wgmma
 * reads them.  A's are split by consumers, in registers.  So any layout and any
 * pitch will do, and what is outside of a matrix becomes 0.
 *
 * Planes of A are not in shared memory, which wgmma reads B's planes from again
 * for each 64 rows: with both there 4096^3 takes 1.30 ms (H200; by ncu the pipe
 * is busy 86 % of the time), where consumers read A from global memory 1.36 to
 * 1.45, so 1.20.
 */
#ifndef MATMUL_BF16X6_PRODUCE_CUH
#define MATMUL_BF16X6_PRODUCE_CUH

#include "bf16x6-shape.cuh"
#include "cuda/async-copy.cuh"
#include "cuda/cp-async.cuh"
#include "cuda/mbarrier.cuh"
#include "cuda/stage.cuh"

#if defined __CUDA_ARCH_FEAT_SM90_ALL

/* What a producer's thread copies of an operand's steps, as it is: fours, which
 * are neighbours in memory.  A K-major operand has rows of 64 numbers, 16
 * fours, for each line of the tile; an MN-major one has 64 rows of all lines.
 *
 * Where rows do not begin and end at multiples of 16 bytes (`whole` is false),
 * numbers are copied one by one.  Neighbouring lanes copy neighbouring numbers,
 * so that a warp's copy is of few cache lines; so the four that a thread splits
 * are copied by four lanes of its warp. */
template <typename S, int mn_major, int lines, bool whole> struct bf16x6_fours {
  static const int in_row = mn_major ? lines / 4 : 16;
  static const int rows = S::producer_threads / in_row; /* at a time */
  static const int n = (mn_major ? 64 : lines) / rows;

  int row, at;       /* of the thread's first four in the tile */
  const float *from; /* the first number of the step, ... */
  int64_t pitch;
  int rows_left, left; /* ... and what the matrix has from there on */

  /* line, inner: where the tile's step begins. */
  __device__ __forceinline__
  bf16x6_fours (const struct bf16x6_operand &o, int line, int inner,
                int all_inner)
  {
    const int thread = threadIdx.x % S::producer_threads;

    row = thread / in_row;
    at = thread % in_row;
    const int y = (mn_major ? inner : line) + row;
    const int x = (mn_major ? line : inner) + (whole ? at * 4 : at);

    from = o.at + y * o.pitch + x;
    pitch = o.pitch;
    rows_left = (mn_major ? all_inner : o.lines) - y;
    left = (mn_major ? o.lines : all_inner) - x;
  }

  /* Copies the i-th to the address of the c-th four of its row; what is
   * outside of the matrix becomes 0. */
  template <typename Address>
  __device__ __forceinline__ void
  copy (int i, Address address) const
  {
    const float *const here = from + i * rows * pitch;
    const int there = i * rows < rows_left ? left : 0;

    if (whole)
      cp_async_part (address (i, at), here, there > 0 ? 16 : 0);
    else
#pragma unroll
      for (int e = 0; e < 4; e++) {
        const int x = e * in_row + at;

        cp_async_element<4> (address (i, x / 4) + x % 4 * 4, here + e * in_row,
                             there > e * in_row);
      }
  }

  __device__ __forceinline__ void
  next_step (void)
  {
    from += mn_major ? bf16x6_step * pitch : bf16x6_step;
    if (mn_major)
      rows_left -= bf16x6_step;
    else
      left -= bf16x6_step;
  }
};

/* Starts to copy a step of A. */
template <typename S, int mn_major, bool whole>
static __device__ __forceinline__ void
bf16x6_copy_a (uint32_t to, bf16x6_fours<S, mn_major, S::rows, whole> &a)
{
#pragma unroll
  for (int i = 0; i < a.n; i++)
    a.copy (i, [=] (int i, int c) {
      return to + bf16x6_four_at<mn_major, S::rows> (a.row + i * a.rows, c);
    });
  a.next_step ();
}

/* Where producers keep the c-th four of a thread's i-th row of B until it is
 * split. */
template <typename S, int mn_major, bool whole>
static __device__ __forceinline__ uint32_t
bf16x6_kept_at (uint32_t kept,
                const bf16x6_fours<S, mn_major, S::cols, whole> &b, int i,
                int c)
{
  return kept + ((b.row + i * b.rows) * b.in_row + c) * 16;
}

/* Starts to copy a step of B. */
template <typename S, int mn_major, bool whole>
static __device__ __forceinline__ void
bf16x6_copy_b (uint32_t kept, bf16x6_fours<S, mn_major, S::cols, whole> &b)
{
#pragma unroll
  for (int i = 0; i < b.n; i++)
    b.copy (i,
            [=] (int i, int c) { return bf16x6_kept_at<S> (kept, b, i, c); });
  b.next_step ();
}

/* Splits four numbers, and writes 8 bytes of them to each plane. */
static __device__ __forceinline__ void
bf16x6_split_four (uint32_t to, uint32_t plane, float (&x)[4])
{
#pragma unroll
  for (int e = 0; e < 4; e++)
    x[e] *= BF16X6_SCALE;
#pragma unroll
  for (int place = 0; place < BF16X6_PLANES; place++) {
    const uint32_t low = bf16x6_round_pair (x[0], x[1]);
    const uint32_t high = bf16x6_round_pair (x[2], x[3]);

    asm volatile("st.shared.v2.b32 [%0], {%1, %2};"
                 :
                 : "r"(to + place * plane), "r"(low), "r"(high)
                 : "memory");
  }
}

/* Splits the thread's fours of a step of B, several at a time; half a warp
 * writes 128 bytes of a plane, to all banks (to half of them, where B is
 * MN-major and has 32 columns). */
template <typename S, int mn_major, bool whole>
static __device__ __forceinline__ void
bf16x6_split_b (uint32_t planes, uint32_t kept,
                const bf16x6_fours<S, mn_major, S::cols, whole> &b)
{
  const int many = 4;

  static_assert (bf16x6_fours<S, mn_major, S::cols, whole>::n % many == 0,
                 "fours are split by so many");

#pragma unroll
  for (int i = 0; i < b.n; i += many) {
    float x[many][4];

#pragma unroll
    for (int j = 0; j < many; j++)
      asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                   : "=f"(x[j][0]), "=f"(x[j][1]), "=f"(x[j][2]), "=f"(x[j][3])
                   : "r"(bf16x6_kept_at<S> (kept, b, i + j, b.at)));
#pragma unroll
    for (int j = 0; j < many; j++) {
      const int row = b.row + (i + j) * b.rows;

      bf16x6_split_four (planes + b.at / 16 * 8192 + row * 128
                             + ((b.at % 16 / 2 ^ (row & 7)) << 4)
                             + b.at % 2 * 8,
                         bf16x6_plane (S::cols), x[j]);
    }
  }
}

/* The producers' part.  Copies of A are under way for as many steps as there
 * are stages, and of B for S::ahead steps, to memory of the warp's own. */
template <typename S, int mn_major_a, int mn_major_b, bool whole>
static __device__ __forceinline__ void
bf16x6_produce (const struct bf16x6_task &task, int row, int col, int first,
                int last, uint32_t memory, struct bf16x6_barriers &barriers)
{
  const uint32_t all_kept = memory + S::stages * S::stage;
  bf16x6_fours<S, mn_major_a, S::rows, whole> a (
      task.a, row, first * bf16x6_step, task.inner);
  bf16x6_fours<S, mn_major_b, S::cols, whole> b (
      task.b, col, first * bf16x6_step, task.inner);
  struct stage_turn ring = { 0, 1 };
  int kept = 0;

#pragma unroll
  for (int i = 0; i < S::ahead; i++) {
    bf16x6_copy_b<S> (all_kept + i * S::kept, b);
    cp_async_commit ();
  }
#pragma unroll 1
  for (int step = first; step < last; step++) {
    const uint32_t stage = memory + ring.stage * S::stage;
    uint64_t *const full = &barriers.full[ring.stage];
    const uint32_t own = all_kept + kept * S::kept;

    mbarrier_wait (&barriers.empty[ring.stage], ring.phase);
    bf16x6_copy_a<S> (stage, a);
    mbarrier_arrive_behind_copies (full);
    cp_async_wait<S::ahead - 1> ();
    __syncwarp ();
    bf16x6_split_b<S> (stage + S::a_bytes, own, b);
    __syncwarp ();
    if (step + S::ahead < last)
      bf16x6_copy_b<S> (own, b);
    cp_async_commit ();
    async_fence ();
    mbarrier_arrive (full);
    stage_next (ring, S::stages);
    kept = kept + 1 < S::ahead ? kept + 1 : 0;
  }
}

#endif /* __CUDA_ARCH_FEAT_SM90_ALL */

#endif /* MATMUL_BF16X6_PRODUCE_CUH */
