/* SPDX-License-Identifier: BSD-3-Clause
 *
 * 16 bytes a load and a store on all four ways: from src, to and from shared
 * memory, to dst.
 *
 * Call a vector the elements of 16 bytes: V of them, four where an element has
 * 4 bytes.  A thread reads V vectors, one below the other, which is a square of
 * VxV elements, and turns it in its registers; then each of its vectors is a
 * piece of a row of dst.  What is left to shared memory is to bring the vectors
 * of one row together, so that they leave in rows as long as they came in.
 *
 * Over `shared-rows` a quarter of the instructions move the same bytes (with
 * 4-byte elements), and each thread has 64 bytes under way instead of 16.
 *
 * Shared memory serves 16 bytes to eight threads at a time, which must hit
 * eight different groups of four banks.  Eight neighbours write to the same
 * place in rows V apart: all into one group.  Padding can't spread them, since
 * whatever it adds to a row, a whole number of vectors, counts V times.  So the
 * place in the row is permuted instead: in the rows of square s, vector c is at
 * c ^ (s & 7). Reading goes along a row, where any permutation hits all groups.
 *
 * A tile at the edge leaves out the vectors beyond it: a guard a vector, no
 * path of its own, whose instructions would have to be fetched as well.  (A
 * vector that straddles the end of a row of src is read whole: behind it is
 * padding, else the next row would not be aligned.)
 *
 * What gives the last tenth on large matrices is where the tiles lie: how long
 * the pieces of memory are that a tile reads and writes (`tile`), in which
 * order blocks take the tiles (`band`), how many run at a time (`resident`),
 * and what the second-level cache is told (`reads`, `writes`).
 */
#include <cuda_runtime.h>

#include "cache.cuh"
#include "launch.cuh"
#include "turn.cuh"
#include "variants.h"
#include "walk.cuh"

/* What follows from the size of an element and the vectors across a tile of
 * src, and down (which is across a tile of dst). */
template <typename T, int across, int down> struct vector_shape {
  static const int v = 16 / sizeof (T); /* elements of a vector */
  static const int rows = down * v, cols = across * v;
  static const int bytes = across * down * v * 16;
  /* Squares that a thread holds at a time. */
  static const int each = across * down > 256 ? across *down / 256 : 1;
  static const int threads = across * down / each;
};

/* More shared memory than this leaves too few blocks on a multiprocessor. */
static const int most_bytes = 64 * 1024;

template <typename T> struct vector_task {
  const T *src;
  T *dst;
  int64_t src_pitch, dst_pitch, rows, cols;
  enum transpose_keep reads, writes;
  bool down; /* see walk.cuh */
};

/* Where vector c of row r of the turned tile is. */
template <int v, int down>
static __device__ int
place (unsigned r, unsigned c)
{
  return r * down + (c ^ (r / v & 7));
}

template <typename T, int across, int down>
static __global__ void
__launch_bounds__ (vector_shape<T, across, down>::threads)
    vector (const struct vector_task<T> task)
{
  typedef vector_shape<T, across, down> S;
  extern __shared__ uint4 tile[];
  const int64_t top = walk_row (task.down) * S::rows;
  const int64_t left = walk_col (task.down) * S::cols;
  /* Of the matrix from here on, as far as it matters. */
  const int rows = (int)(task.rows - top < S::rows ? task.rows - top : S::rows);
  const int cols
      = (int)(task.cols - left < S::cols ? task.cols - left : S::cols);
  const unsigned t = threadIdx.x;
  union chunk in[S::each][S::v], out[S::v];

  if (rows <= 0)
    return;

  {
    const unsigned x = t % across, y = t / across;
    const int64_t pitch = task.src_pitch * (int64_t)sizeof (T);
    const char *src
        = (const char *)(task.src + (top + y * S::v) * task.src_pitch + left)
          + x * 16;
    /* None for a thread beyond the last column. */
    const int below = (int)(x * S::v) < cols ? rows - (int)y * S::v : 0;
    const uint64_t policy = cache_policy (task.reads);

    launch_wait ();
#pragma unroll
    for (int q = 0; q < S::each; q++) {
      /* One addition a row, where a product would take several steps. */
      const char *from = src + q * (S::threads / across * S::v) * pitch;

#pragma unroll
      for (int k = 0; k < S::v; k++, from += pitch) {
        in[q][k].all = uint4 ();
        if (q * (S::threads / across * S::v) + k < below)
          in[q][k].all = cache_load (from, policy);
      }
    }
    /* Else the compiler would save registers, and wait for the first square
     * before it asked for the last. */
    __syncwarp ();
#pragma unroll
    for (int q = 0; q < S::each; q++) {
      turn<T> (in[q], out);
#pragma unroll
      for (int k = 0; k < S::v; k++)
        tile[place<S::v, down> (x * S::v + k, y + q * (S::threads / across))]
            = out[k].all;
    }
  }
  __syncthreads ();
  {
    const unsigned x = t % down, y = t / down;
    const int64_t step
        = task.dst_pitch * (int64_t)(S::threads / down * sizeof (T));
    char *dst = (char *)(task.dst + (left + y) * task.dst_pitch + top) + x * 16;
    const int below = (int)((x + 1) * S::v) <= rows ? cols - (int)y : 0;
    const uint64_t policy = cache_policy (task.writes);

#pragma unroll
    for (int k = 0; k < S::each * S::v; k++, dst += step)
      if (k * (S::threads / down) < below)
        cache_store (dst,
                     tile[place<S::v, down> (y + k * (S::threads / down), x)],
                     policy);
  }
  /* The elements at the end of each row of dst that don't fill a vector. */
  if (rows % S::v) {
    const int rest = rows % S::v, x = rows / S::v;
    T *dst = task.dst + left * task.dst_pitch + top + x * S::v;

#pragma unroll 1
    for (int i = (int)t; i < cols * rest; i += S::threads)
      dst[i / rest * task.dst_pitch + i % rest]
          = ((const T *)&tile[place<S::v, down> (i / rest, x)])[i % rest];
  }
}

template <typename T, int across, int down>
static int
run (const gk_host *host, const gk_transpose *p,
     const struct transpose_plan *plan, void *stream)
{
  typedef vector_shape<T, across, down> S;

  if constexpr (S::bytes <= most_bytes) {
    const struct walk walk
        = walk_over (move_parts (p->rows, S::rows),
                     move_parts (p->cols, S::cols), plan->band);
    const struct vector_task<T> task = {
      (const T *)p->src, (T *)p->dst, p->src_pitch, p->dst_pitch, p->rows,
          p->cols, plan->reads, plan->writes, walk.down
    };

    return launch_overlapped (
        host, vector<T, across, down>, walk.grid, S::threads,
        launch_shared (S::bytes, plan->resident), plan->overlap, stream, task);
  } else {
    /* prepare has told. */
    host->error (host, "such a tile does not fit");
    return GK_FAIL;
  }
}

extern "C" int
transpose_vector_run (const gk_host *host, const gk_transpose *p,
                      const struct transpose_plan *plan, void *stream)
{
  return move_by_element (p->element, [=] (auto zero) {
    typedef decltype (zero) T;

    switch (plan->tile) {
    case TILE_128:
      return run<T, 8, 8> (host, p, plan, stream);
    case TILE_256:
      return run<T, 16, 16> (host, p, plan, stream);
    case TILE_512:
      return run<T, 32, 32> (host, p, plan, stream);
    case TILE_512_256:
      return run<T, 32, 16> (host, p, plan, stream);
    default:
      return run<T, 16, 32> (host, p, plan, stream);
    }
  });
}

/* Shared memory that a tile takes. */
static int
tile_bytes (int tile, uint32_t element)
{
  static const int vectors[] = { 8 * 8, 16 * 16, 32 * 32, 32 * 16, 16 * 32 };

  return vectors[tile] * 16 * (16 / (int)element);
}

extern "C" int
transpose_vector_prepare (const gk_host *host, const gk_device *,
                          const void *problem, const gk_value *values,
                          void **state)
{
  const gk_transpose *p = (const gk_transpose *)problem;
  struct transpose_plan *plan;

  if (tile_bytes ((int)values[0].i, p->element) > most_bytes) {
    host->error (host,
                 "with elements of %u bytes such a tile takes %d KB of shared "
                 "memory; choose a smaller tile",
                 p->element, tile_bytes ((int)values[0].i, p->element) / 1024);
    return GK_SKIP;
  }
  plan = (struct transpose_plan *)host->alloc (host, sizeof *plan);
  if (!plan)
    return GK_FAIL;
  *plan = transpose_plan ();
  plan->kernel = TRANSPOSE_VECTOR;
  plan->tile = (int)values[0].i;
  plan->band = (int)values[1].i;
  plan->reads = (enum transpose_keep)values[2].i;
  plan->writes = (enum transpose_keep)values[3].i;
  plan->resident = (int)values[4].i;
  plan->overlap = values[5].i && transpose_can_overlap ();
  if (!transpose_src_aligned (p) || !transpose_dst_aligned (p)) {
    plan->kernel = TRANSPOSE_SLANTED;
    plan->tile = 64;
    plan->slant = false;
    host->log (host, "rows don't start at multiples of 16 bytes: elements are "
                     "moved one by one");
  }
  *state = plan;
  return GK_OK;
}
