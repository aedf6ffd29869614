/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernel of small.cu.
 */
#ifndef MATMUL_SMALL_CUH
#define MATMUL_SMALL_CUH

#include "cuda/pdl.cuh"
#include "cuda/prefetch.cuh"
#include "small-fragment.cuh"
#include "small.h"

/* whole: no tile has an edge, and no warp loads less than `depth` chunks. */
template <enum mma_type type_, bool mn_major_x_, bool mn_major_y_,
          bool transposed_, int high_, int wide_, int depth_, bool whole_>
struct small_shape
    : small_tile<type_, mn_major_x_, mn_major_y_, transposed_, high_, wide_> {
  typedef small_tile<type_, mn_major_x_, mn_major_y_, transposed_, high_, wide_>
      tile;
  static constexpr bool whole = whole_;
  enum {
    depth = depth_, /* chunks that a warp has in flight */
    warps = small_warps,
    threads = warps * 32,
    launched = threads + 32,
    rounds = tile::all_fours > threads ? tile::all_fours / threads : 1,
    shared = launched / 32 * tile::partial
  };
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800

template <int words>
static __device__ __forceinline__ void
small_load (uint32_t *to, const unsigned char *from)
{
  if constexpr (words == 4)
    asm volatile("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "l"(from));
  else if constexpr (words == 2)
    asm volatile("ld.global.nc.v2.u32 {%0, %1}, [%2];"
                 : "=r"(to[0]), "=r"(to[1])
                 : "l"(from));
  else
    asm volatile("ld.global.nc.u32 %0, [%1];" : "=r"(to[0]) : "l"(from));
}

/* An operand, whose tile begins at line `first` of `all`. */
struct small_operand {
  const unsigned char *at;
  unsigned pitch, first, all;
};

/* Loads MN-major rows: of each, a thread's lines.  If there are fewer lines
 * than in a tile, the last ones are loaded again. */
template <int size, bool whole, int lines>
static __device__ __forceinline__ void
small_load_mn_major (const struct small_operand &o, unsigned g, unsigned row,
                     struct small_raw<lines> &raw)
{
  const int group = small_group (lines);
  const int rows = 16 / size, words = group * size / 4, n = lines / group;
  const unsigned line = o.first + g * group, last = o.all - group;
  const unsigned char *const from
      = small_row (o.at + line * size, row, o.pitch);

#pragma unroll
  for (int r = 0; r < rows; r++)
#pragma unroll
    for (int i = 0; i < n; i++) {
      const int on = whole || line + i * group * 8 <= last
                         ? i * group * 8 * size
                         : (int)(last - line) * size;

      small_load<words> (&raw.word[(r * n + i) * words],
                         small_row (from, o.pitch, r) + on);
    }
}

/* Loads 16 contiguous bytes of each line. */
template <bool whole, int lines>
static __device__ __forceinline__ void
small_load_k_major (const struct small_operand &o, unsigned g, unsigned offset,
                    struct small_raw<lines> &raw)
{
  const unsigned line = o.first + g * small_group (lines);
  const unsigned char *const from
      = whole ? small_row (o.at + offset, line, o.pitch) : o.at + offset;

#pragma unroll
  for (int l = 0; l < lines; l++) {
    const unsigned on = small_line<lines> (0, l);

    small_load<4> (&raw.word[l * 4],
                   whole ? small_row (from, o.pitch, on)
                         : small_row (from,
                                      line + on < o.all ? line + on : o.all - 1,
                                      o.pitch));
  }
}

template <int size, bool mn_major, bool whole, int lines>
static __device__ __forceinline__ void
small_load_chunk (const struct small_operand &o, unsigned chunk, unsigned lane,
                  struct small_raw<lines> &raw)
{
  const unsigned g = lane / 4, piece = chunk * 4 + lane % 4;

  if constexpr (mn_major)
    small_load_mn_major<size, whole> (o, g, piece * (16 / size), raw);
  else
    small_load_k_major<whole> (o, g, piece * 16, raw);
}

/* A warp's loads in flight. */
template <class S> struct small_loaded {
  struct small_raw<S::lines_x / 8> x[S::depth];
  struct small_raw<S::lines_y / 8> y[S::depth];
};

template <class S>
static __device__ __forceinline__ void
small_load_all (const struct small_task &task, unsigned row, unsigned col,
                unsigned warp, unsigned warps, unsigned lane,
                struct small_loaded<S> &loaded)
{
  const struct small_operand a = { task.a, task.pitch_a, row, task.rows };
  const struct small_operand b = { task.b, task.pitch_b, col, task.cols };

#pragma unroll
  for (int d = 0; d < S::depth; d++) {
    const unsigned chunk = warp + d * warps;

    if (!S::whole) {
      loaded.x[d] = {};
      loaded.y[d] = {};
      if ((chunk * 4 + lane % 4) * 16 >= task.inner)
        continue;
    }
    small_load_chunk<S::size, S::mn_major_x, S::whole> (
        S::transposed ? b : a, chunk, lane, loaded.x[d]);
    small_load_chunk<S::size, S::mn_major_y, S::whole> (
        S::transposed ? a : b, chunk, lane, loaded.y[d]);
  }
}

/* Leaves the value undefined, without an instruction. */
template <class S>
static __device__ __forceinline__ void
small_load_nothing (struct small_loaded<S> &loaded)
{
#pragma unroll
  for (int d = 0; d < S::depth; d++) {
#pragma unroll
    for (uint32_t &word : loaded.x[d].word)
      asm volatile("" : "=r"(word));
#pragma unroll
    for (uint32_t &word : loaded.y[d].word)
      asm volatile("" : "=r"(word));
  }
}

/* The addresses of a thread's share of the tile, in shared memory and in C. */
template <class S> struct small_share {
  uint32_t from[S::rounds];
  unsigned char *to[S::rounds];
};

/* Computes the addresses, and prefetches C's lines, so that their page is
 * known, while the operands load: the compiler would do it later. */
template <class S>
static __device__ __forceinline__ void
small_share_of (const struct small_task &task, unsigned row, unsigned col,
                uint32_t shared, struct small_share<S> &share)
{
#pragma unroll
  for (int i = 0; i < S::rounds; i++) {
    const unsigned f = (i * S::threads + threadIdx.x) % S::all_fours;
    const unsigned r = f / S::fours, p = f % S::fours;

    share.from[i] = shared + small_slot_of<S> (r, p);
    share.to[i] = (unsigned char *)small_row ((unsigned char *)task.c
                                                  + (col + p * 4) * S::size_c,
                                              row + r, task.ldc * S::size_c);
    asm volatile("" : "+r"(share.from[i]));
    asm volatile("" : "+l"(share.to[i]));
    if (S::whole)
      prefetch_l2 (share.to[i]);
  }
}

/* Adds the warps' sums, and stores them if active. */
template <class S>
static __device__ __forceinline__ void
small_finish (const struct small_task &task, unsigned row, unsigned col,
              int warps, bool active, const struct small_share<S> &share)
{
#pragma unroll
  for (int i = 0; i < S::rounds; i++) {
    const unsigned f = i * S::threads + threadIdx.x;
    small_sum<S::type> v[4];

    small_add<S, S::warps> (share.from[i], warps, v);
    if (!active || f >= S::all_fours)
      continue;
    if (S::whole)
      small_store<S> (share.to[i], v);
    else if (row + f / S::fours < task.rows)
      small_put<S> (share.to[i], (int)(task.cols - col - f % S::fours * 4),
                    task.ldc % 4 == 0, v);
  }
}

#endif /* __CUDA_ARCH__ >= 800 */

/* The last warp is not active: it has nothing to load, and runs through the
 * code that the others need when their operands have arrived, so that
 * instructions and operands come from memory at the same time. */
template <class S>
__global__ void
__launch_bounds__ (S::launched) small_matmul (const struct small_task batch)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  extern __shared__ __align__ (16) unsigned char small_memory[];
  const struct small_task task = batch_product (batch);
  const uint32_t shared = (uint32_t)__cvta_generic_to_shared (small_memory);
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const unsigned row = blockIdx.x * S::rows, col = blockIdx.y * S::cols;
  /* The warps that multiply. */
  const int warps = small_warps_of (task.inner, S::depth);
  const bool active = warp < S::warps;
  struct small_loaded<S> loaded;
  struct small_share<S> share {
  };
  uint32_t leave_at
      = shared + warp * S::partial + small_slot<S> (0, lane / 4, lane % 4);
  small_sums<S> sums = {};

  pdl_wait ();
  if (warp < warps)
    small_load_all<S> (task, row, col, warp, warps, lane, loaded);
  else
    small_load_nothing<S> (loaded);
  asm volatile("" : "+r"(leave_at));
  if (active)
    small_share_of<S> (task, row, col, shared, share);
#pragma unroll
  for (int d = 0; d < S::depth; d++)
    small_multiply<S> (loaded.x[d], loaded.y[d], sums);
  small_stage_sums<S> (leave_at, sums);
  if (active)
    asm volatile("bar.sync 1, %0;" : : "n"((int)S::threads) : "memory");
  small_finish<S> (task, row, col, active ? warps : 0, active, share);
#else
  (void)batch;
#endif
}

#endif /* MATMUL_SMALL_CUH */
