/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dmma's epilogue: warps that share a tile's inner dimension add up their sums,
 * then blocks that do, and C is stored.  Of kernels for alpha, beta and bias
 * the block that has a tile's end, and so all its sums, adds the old values.
 * They have been prefetched to L2 by then: while a tile is multiplied, no
 * registers are left for them.  Kernels for batches, which have many tiles,
 * share none among blocks.
 *
 * The instruction multiplies 16 lines of one operand, the left, by 8 of the
 * other, the right.  A thread's sums are pairs, neighbours in a row of C: four
 * pairs, e % 4, for each two instructions, e / 4, that have the same 16 lines
 * of the left and together 16 of the right.  The left is B: its lines are C's
 * columns.  If the kernel is `transposed`, it is A.
 */
#ifndef MATMUL_DMMA_FINISH_CUH
#define MATMUL_DMMA_FINISH_CUH

#include "batch-tiles.cuh"
#include "cuda/flag.cuh"
#include "cuda/mbarrier.cuh"
#include "cuda/mma.cuh"
#include "dmma.h"

#define dmma_rarely(what) __builtin_expect ((what), 0)

/* Which of 16 lines of the right operand the columns of two instructions are,
 * so that reads have no bank conflicts: the two instructions' side by side, one
 * behind the other, or spread (dmma_line_of_right). */
enum dmma_column_layout { DMMA_BESIDE, DMMA_BEHIND, DMMA_SPREAD };

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800

template <class S> struct dmma_sums {
  double c[S::high][S::wide][2][4];
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
/* Signals that the warp has read a stage, which is then filled again.  A read
 * in flight, which can wait behind other warps' stores, would see the next
 * load: so what was read must have been multiplied before.  The asm, which is
 * empty, needs the sums: the compiler may not move a multiplication behind it.
 */
template <class S>
static __device__ __forceinline__ void
dmma_release_stage (uint64_t *empty, bool active,
                    const struct dmma_sums<S> &sums)
{
#pragma unroll
  for (int i = 0; i < S::high; i++)
#pragma unroll
    for (int j = 0; j < S::wide; j++)
#pragma unroll
      for (int half = 0; half < 2; half++)
        asm volatile("" : : "d"(sums.c[i][j][half][0]));
  __syncwarp ();
  if (threadIdx.x % 32 == 0 && active)
    mbarrier_arrive (empty);
}
#endif

/* The pairs that a thread stores: all of its own or, if warps share the inner
 * dimension, the same part of each warp's: every warps_inner-th. */
template <class S> struct dmma_pairs {
  static const int all = S::sums / 2, n = all / S::warps_inner;
  double2 v[n];
};

/* The line of the right operand for a column of an instruction: the first of
 * two, or the second. */
template <class S>
static __device__ __forceinline__ int
dmma_line_of_right (int column, int second)
{
  const int bit0 = column % 2, bit1 = column / 2 % 2, bit2 = column / 4;

  if (S::order == DMMA_BESIDE)
    return 2 * column + second;
  if (S::order == DMMA_BEHIND)
    return column + 8 * second;
  /* Two neighbours are read at once, and four columns two apart are stored at
   * once: they differ in the bits that the swizzle uses. */
  return (S::transposed ? 8 * bit2 + 4 * bit0 : 8 * bit0 + 4 * (bit2 ^ bit0))
         + 2 * bit1 + second;
}

template <class S>
static __device__ __forceinline__ double2
dmma_pair (const struct dmma_sums<S> &sums, int e)
{
  const double (&c)[2][4] = sums.c[e / 4 / S::wide][e / 4 % S::wide];

  return S::transposed
             ? make_double2 (c[0][e % 4], c[1][e % 4])
             : make_double2 (c[e / 2 % 2][e % 2], c[e / 2 % 2][e % 2 + 2]);
}

/* The position of pair e in the warp's part of a tile. */
template <class S>
static __device__ __forceinline__ int
dmma_row_of (int e)
{
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;

  return S::transposed ? e / 4 / S::wide * 16 + 2 * g + e / 2 % 2
                       : e / 4 % S::wide * 16
                             + dmma_line_of_right<S> (t * 2 + e % 2, e / 2 % 2);
}

template <class S>
static __device__ __forceinline__ int
dmma_col_of (int e)
{
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;

  return S::transposed
             ? e / 4 % S::wide * 16 + dmma_line_of_right<S> (t * 2 + e % 2, 0)
             : e / 4 / S::wide * 16 + 2 * g;
}

/* A parameter, with C of this product. */
static __device__ __forceinline__ struct dmma_task
dmma_of_product (const struct dmma_task &task, int64_t stride_c, int product)
{
  struct dmma_task one = task;

  one.c += product * stride_c;
  return one;
}

/* A barrier for all threads that multiply. */
template <class S>
static __device__ __forceinline__ void
dmma_sync (void)
{
  asm volatile("bar.sync 1, %0;" : : "n"(S::threads) : "memory");
}

/* Adds up the sums of warps that share the inner dimension. */
template <class S>
static __device__ __forceinline__ void
dmma_add_warps (double2 *exchange, const struct dmma_sums<S> &sums,
                struct dmma_pairs<S> &pairs)
{
  const int share = threadIdx.x / S::threads_of_tile;
  const int thread = threadIdx.x % S::threads_of_tile;
  const int all = dmma_pairs<S>::all;

  dmma_sync<S> ();
#pragma unroll
  for (int e = 0; e < all; e++)
    exchange[(share * all + e) * S::threads_of_tile + thread]
        = dmma_pair<S> (sums, e);
  dmma_sync<S> ();
#pragma unroll
  for (int n = 0; n < dmma_pairs<S>::n; n++) {
    const int e = n * S::warps_inner + share;

    pairs.v[n] = make_double2 (0, 0);
#pragma unroll
    for (int s = 0; s < S::warps_inner; s++) {
      const double2 part
          = exchange[(s * all + e) * S::threads_of_tile + thread];

      pairs.v[n].x += part.x;
      pairs.v[n].y += part.y;
    }
  }
}

/* Where a warp stores the sums of a tile's first steps in the workspace, and
 * the flag that it sets then. */
template <class S> struct dmma_partial {
  double2 *sums; /* this thread's; the stride is the threads of a block */
  unsigned *ready;
};

template <class S>
static __device__ __forceinline__ struct dmma_partial<S>
dmma_partial_of (const struct dmma_task &task, int block) {
  return { reinterpret_cast<double2 *> (task.partials)
               + (int64_t)block * (S::rows * S::cols / 2) + threadIdx.x,
           task.ready + block *(S::threads / 32) + threadIdx.x / 32 };
}

template <class S>
static __device__ __forceinline__ void
dmma_store_partial (const struct dmma_task &task,
                    const struct dmma_pairs<S> &pairs)
{
  const struct dmma_partial<S> to = dmma_partial_of<S> (task, (int)blockIdx.x);

#pragma unroll
  for (int n = 0; n < dmma_pairs<S>::n; n++)
    to.sums[n * S::threads] = pairs.v[n];
  __syncwarp ();
  if (threadIdx.x % 32 == 0)
    flag_raise (to.ready);
}

/* Waits until the partial sums are there, and resets the flag.  The vote lets
 * the compiler see that the warp stays converged. */
static __device__ __forceinline__ void
dmma_wait_partial (unsigned *ready)
{
  while (!__all_sync (~0U, flag_is_up (ready)))
    ;
  if (threadIdx.x % 32 == 0)
    *ready = 0;
}

/* Adds the partial sums of the same warps of other blocks to a tile whose end
 * this block has. */
template <class S>
static __device__ __forceinline__ void
dmma_add_partials (const struct dmma_task &task, int tile,
                   struct dmma_pairs<S> &pairs)
{
  const int64_t begin = (int64_t)tile * task.tiles.steps;
  int block = (int)blockIdx.x;

  do {
    struct dmma_partial<S> from;

    from = dmma_partial_of<S> (task, --block);
    dmma_wait_partial (from.ready);
#pragma unroll
    for (int n = 0; n < dmma_pairs<S>::n; n++) {
      const double2 part = __ldcg (&from.sums[n * S::threads]);

      pairs.v[n].x += part.x;
      pairs.v[n].y += part.y;
    }
  } while (stream_k_begin (&task.tiles, block) > begin);
}

/* Adds up the sums of a part over warps and blocks.  Returns whether the tile
 * is complete, and has to be stored. */
template <class S>
static __device__ __forceinline__ bool
dmma_add_up (const struct dmma_task &task, const struct stream_k_part &part,
             unsigned char *exchange, const struct dmma_sums<S> &sums,
             struct dmma_pairs<S> &pairs)
{
  if (S::warps_inner > 1)
    dmma_add_warps<S> (reinterpret_cast<double2 *> (exchange), sums, pairs);
  else
#pragma unroll
    for (int n = 0; n < dmma_pairs<S>::n; n++)
      pairs.v[n] = dmma_pair<S> (sums, n);
  if constexpr (S::batched)
    return true;
  if (dmma_rarely (part.end < task.tiles.steps)) {
    dmma_store_partial<S> (task, pairs);
    return false;
  }
  if (dmma_rarely (part.first > 0))
    dmma_add_partials<S> (task, part.tile, pairs);
  return true;
}

/* Whether a warp's part of a tile can be accessed by pairs, without an edge. */
template <class S>
static __device__ __forceinline__ bool
dmma_is_inside (const struct dmma_task &task, int row, int col)
{
  return task.aligned && row + S::warp_rows <= task.a.lines
         && col + S::warp_cols <= task.b.lines;
}

/* How many numbers of a row are inside from a column on; it may be below 0. */
static __device__ __forceinline__ int
dmma_left (const struct dmma_task &task, int row, int col)
{
  return row < task.a.lines ? task.b.lines - col : 0;
}

/* Loads a pair if active, without a branch, else returns zeros. */
static __device__ __forceinline__ double2
dmma_load_if (const double *from, bool active)
{
  double2 v;

  asm volatile("{\n"
               ".reg .pred p;\n"
               "setp.ne.b32 p, %3, 0;\n"
               "mov.f64 %0, 0d0000000000000000;\n"
               "mov.f64 %1, 0d0000000000000000;\n"
               "@p ld.global.cg.v2.f64 {%0, %1}, [%2];\n"
               "}"
               : "=d"(v.x), "=d"(v.y)
               : "l"(from), "r"((int)active)
               : "memory");
  return v;
}

/* Likewise at any address, as many numbers of it as are left. */
static __device__ __forceinline__ double2
dmma_load_left (const double *from, int left)
{
  double2 v;

  asm volatile("{\n"
               ".reg .pred p, q;\n"
               "setp.gt.s32 p, %3, 0;\n"
               "setp.gt.s32 q, %3, 1;\n"
               "mov.f64 %0, 0d0000000000000000;\n"
               "mov.f64 %1, 0d0000000000000000;\n"
               "@p ld.global.cg.f64 %0, [%2];\n"
               "@q ld.global.cg.f64 %1, [%2+8];\n"
               "}"
               : "=d"(v.x), "=d"(v.y)
               : "l"(from), "r"(left)
               : "memory");
  return v;
}

/* Multiplies pairs by alpha, and adds beta times the old values of C: several
 * are in flight at once.  Arguments: as of dmma_store. */
template <class S, bool inside>
static __device__ __forceinline__ void
dmma_add_old (const struct dmma_task &task, const struct dmma_update &update,
              int row, int col, bool active, struct dmma_pairs<S> &pairs)
{
  const int share = threadIdx.x / S::threads_of_tile;
  const int all = dmma_pairs<S>::n;
  const int at_once = all < 8 ? all : 8;

  static_assert (all % at_once == 0, "each is added once");
#pragma unroll
  for (int first = 0; first < all; first += at_once) {
    double2 old[at_once];

#pragma unroll
    for (int n = 0; n < at_once; n++) {
      const int e = (first + n) * S::warps_inner + share;
      const int down = row + dmma_row_of<S> (e);
      const int right = col + dmma_col_of<S> (e);
      const double *const from = task.c + down * task.ldc + right;
      old[n] = inside ? dmma_load_if (from, active)
                      : dmma_load_left (
                          from, active ? dmma_left (task, down, right) : 0);
    }
#pragma unroll
    for (int n = 0; n < at_once; n++) {
      double2 &v = pairs.v[first + n];

      v.x = fma (update.beta, old[n].x, update.alpha * v.x);
      v.y = fma (update.beta, old[n].y, update.alpha * v.y);
    }
  }
}

/* The columns of a thread's pairs, the same ones for several rows, and of pair
 * e one of these: only if e is known at compile time. */
template <class S> struct dmma_columns {
  static const int n = S::transposed ? S::wide * 2 : S::high;
};

template <class S>
static __device__ __forceinline__ int
dmma_column_of (int e)
{
  return S::transposed ? e / 4 % S::wide * 2 + e % 2 : e / 4 / S::wide;
}

/* The first pair of a column. */
template <class S>
static __device__ __forceinline__ int
dmma_pair_of_column (int c)
{
  return S::transposed ? c / 2 * 4 + c % 2 : c * S::wide * 4;
}

/* Adds the bias. */
template <class S>
static __device__ __forceinline__ void
dmma_add_bias (const struct dmma_task &task, const double *bias, int col,
               struct dmma_pairs<S> &pairs)
{
  const bool alone = S::warps_inner == 1; /* then pair n is e */
  const int share = threadIdx.x / S::threads_of_tile;
  const int all = alone ? dmma_columns<S>::n : dmma_pairs<S>::n;
  double2 biases[all];

#pragma unroll
  for (int n = 0; n < all; n++) {
    const int e
        = alone ? dmma_pair_of_column<S> (n) : n * S::warps_inner + share;
    const int right = col + dmma_col_of<S> (e);

    biases[n] = dmma_load_left (bias + right, task.b.lines - right);
  }
#pragma unroll
  for (int n = 0; n < dmma_pairs<S>::n; n++) {
    const double2 own = biases[alone ? dmma_column_of<S> (n) : n];

    pairs.v[n].x += own.x;
    pairs.v[n].y += own.y;
  }
}

/* Makes elements of C of a complete tile's sums.  Arguments: as of dmma_store.
 */
template <class S>
static __device__ __forceinline__ void
dmma_update_pairs (const struct dmma_task &task,
                   const struct dmma_update &update, int row, int col,
                   bool active, struct dmma_pairs<S> &pairs)
{
  if (update.beta == 0) {
#pragma unroll
    for (int n = 0; n < dmma_pairs<S>::n; n++) {
      pairs.v[n].x *= update.alpha;
      pairs.v[n].y *= update.alpha;
    }
  } else if (dmma_is_inside<S> (task, row, col)) {
    dmma_add_old<S, true> (task, update, row, col, active, pairs);
  } else {
    dmma_add_old<S, false> (task, update, row, col, active, pairs);
  }
  if (update.bias != NULL && active)
    dmma_add_bias<S> (task, update.bias, col, pairs);
}

/* Stores a pair if active, without a branch. */
static __device__ __forceinline__ void
dmma_store_if (double *to, double2 v, bool active)
{
  asm volatile("{\n"
               ".reg .pred p;\n"
               "setp.ne.b32 p, %3, 0;\n"
               "@p st.global.v2.f64 [%0], {%1, %2};\n"
               "}"
               :
               : "l"(to), "d"(v.x), "d"(v.y), "r"((int)active)
               : "memory");
}

/* Likewise at any address, as many numbers of it as are left.  It is shorter
 * than dmma_store_inside, but never stores pairs. */
static __device__ __forceinline__ void
dmma_store_left (double *to, double2 v, int left)
{
  asm volatile("{\n"
               ".reg .pred p, q;\n"
               "setp.gt.s32 p, %3, 0;\n"
               "setp.gt.s32 q, %3, 1;\n"
               "@p st.global.f64 [%0], %1;\n"
               "@q st.global.f64 [%0+8], %2;\n"
               "}"
               :
               : "l"(to), "d"(v.x), "d"(v.y), "r"(left)
               : "memory");
}

/* Stores the part of a pair that is inside of C, at any address. */
static __device__ __forceinline__ void
dmma_store_inside (const struct dmma_task &task, int row, int col, double2 v)
{
  double *const at = task.c + row * task.ldc + col;

  if (row >= task.a.lines || col >= task.b.lines)
    return;
  if (task.aligned && col + 1 < task.b.lines) {
    *reinterpret_cast<double2 *> (at) = v;
  } else {
    at[0] = v.x;
    if (col + 1 < task.b.lines)
      at[1] = v.y;
  }
}

/* Which of the warps that share the inner dimension of a part of a tile this
 * one is.  That it is 0 if they share nothing spares registers in kernels for
 * batches; the code of the others stays as it is. */
template <class S>
static __device__ __forceinline__ int
dmma_share (void)
{
  if constexpr (S::batched && S::warps_inner == 1)
    return 0;
  else
    return threadIdx.x / S::threads_of_tile;
}

/* row, col: where the warp's part of the tile begins.  active: else the code
 * runs, but stores nothing. */
template <class S>
static __device__ __forceinline__ void
dmma_store (const struct dmma_task &task, int row, int col, bool active,
            const struct dmma_pairs<S> &pairs)
{
  const int share = dmma_share<S> ();
  const bool inside = dmma_is_inside<S> (task, row, col);

#pragma unroll
  for (int n = 0; n < dmma_pairs<S>::n; n++) {
    const int e = n * S::warps_inner + share;
    const int down = row + dmma_row_of<S> (e);
    const int right = col + dmma_col_of<S> (e);

    if (!dmma_rarely (!inside))
      dmma_store_if (task.c + down * task.ldc + right, pairs.v[n], active);
    else if constexpr (S::form != DMMA_PLAIN)
      dmma_store_left (task.c + down * task.ldc + right, pairs.v[n],
                       active ? dmma_left (task, down, right) : 0);
    else if (active)
      dmma_store_inside (task, down, right, pairs.v[n]);
  }
}

#endif

#endif /* MATMUL_DMMA_FINISH_CUH */
