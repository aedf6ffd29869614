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
 *
 * What gives it on small ones is how soon the loads are under way: offsets are
 * counted in 32 bits, and the kernel that is used where nothing is said to the
 * cache and no row of dst ends inside a vector (`bare`) has no case before the
 * first load (1000 x 3000 hot: 4.6 us for 5.3, H200).  A thread may turn two or
 * four squares (`squares`), so that fewer blocks have to be started.
 */
#include <cuda_runtime.h>

#include "cache.cuh"
#include "launch.cuh"
#include "turn.cuh"
#include "variants-cuda.h"
#include "walk.cuh"

/* More shared memory than this leaves too few blocks on a multiprocessor. */
static const int most_bytes = 64 * 1024;

/* What keeps a tile of so many vectors from being made of so many squares a
 * thread, or NULL. */
static constexpr const char *
missing (int vectors, int squares, int element)
{
  const int v = 16 / element;

  if (vectors * 16 * v > most_bytes)
    return "take more than 64 KB of shared memory; choose a smaller tile";
  if (v * squares > 16)
    return "take more registers than a thread has; choose fewer squares";
  if (vectors / squares < 32)
    return "leave less than a warp to a tile; choose fewer squares";
  return NULL;
}

/* What follows from the size of an element, the vectors across a tile of src,
 * and down (which is across a tile of dst), and the squares that a thread has.
 */
template <typename T, int across, int down_, int squares> struct vector_shape {
  static const int down = down_;
  static const int v = 16 / sizeof (T); /* elements of a vector */
  static const int rows = down * v, cols = across * v;
  static const int bytes = across * down * v * 16;
  static const int threads = across * down / squares;
  static const bool exists
      = missing (across * down, squares, (int)sizeof (T)) == NULL;
  static_assert (!exists
                     || (threads <= 1024 && threads % across == 0
                         && threads % down == 0),
                 "a step of the threads takes whole rows of vectors");
};

struct vector_task {
  const char *src;
  char *dst;
  unsigned src_pitch, dst_pitch; /* bytes */
  int rows, cols;                /* elements, as all else */
  struct walk_step step;
  enum transpose_keep reads, writes;
};

/* Where vector c of row r of the turned tile is. */
template <int v, int down>
static __device__ int
place (unsigned r, unsigned c)
{
  return r * down + (c ^ (r / v & 7));
}

/* Byte `at` of row `row`.  A product of 32 bits that fills 64 is one step. */
static __device__ int64_t
offset (int row, unsigned pitch, int at, unsigned element)
{
  return (int64_t)((uint64_t)(unsigned)row * pitch
                   + (uint64_t)(unsigned)at * element);
}

/* The elements at the end of each row of dst that don't fill a vector. */
template <typename T, typename S>
static __device__ __forceinline__ void
write_ends (const struct vector_task &task, const uint4 *tile, int top,
            int left)
{
  const int rest = task.rows % S::v, x = (task.rows - top) / S::v;
  const int cols = task.cols - left < S::cols ? task.cols - left : S::cols;

#pragma unroll 1
  for (int i = (int)threadIdx.x; i < cols * rest; i += S::threads) {
    const int r = i / rest, k = i % rest;
    const T *from = (const T *)&tile[place<S::v, S::down> (r, x)];

    *(T *)(task.dst
           + offset (left + r, task.dst_pitch, top + x * S::v + k, sizeof (T)))
        = from[k];
  }
}

template <typename T, int across, int down, int squares, bool bare>
static __global__ void
__launch_bounds__ (vector_shape<T, across, down, squares>::threads)
    vector (const struct vector_task task)
{
  typedef vector_shape<T, across, down, squares> S;
  extern __shared__ uint4 tile[];
  const int top = walk_row (task.step) * S::rows;
  const int left = walk_col (task.step) * S::cols;
  const unsigned t = threadIdx.x;
  union chunk in[squares][S::v], out[S::v];

  {
    const unsigned x = t % across, y = t / across;
    const int64_t pitch = task.src_pitch;
    const char *src
        = task.src
          + offset (top + (int)(y * S::v), task.src_pitch, left, sizeof (T))
          + x * 16;
    /* Rows from here on; none for a thread beyond the last column. */
    const int below = (int)(x * S::v) < task.cols - left
                          ? task.rows - top - (int)y * S::v
                          : 0;
    const uint64_t policy = bare ? 0 : cache_policy (task.reads);

    launch_wait ();
#pragma unroll
    for (int q = 0; q < squares; q++) {
      /* One addition a row, where a product would take several steps. */
      const char *from = src + q * (S::threads / across * S::v) * pitch;

#pragma unroll
      for (int k = 0; k < S::v; k++, from += pitch) {
        in[q][k].all = uint4 ();
        if (q * (S::threads / across * S::v) + k < below)
          in[q][k].all = bare ? cache_load (from) : cache_load (from, policy);
      }
    }
    /* Else the compiler would save registers, and wait for the first square
     * before it asked for the last. */
    __syncwarp ();
#pragma unroll
    for (int q = 0; q < squares; q++) {
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
    const int64_t step = (int64_t)task.dst_pitch * (S::threads / down);
    char *dst = task.dst
                + offset (left + (int)y, task.dst_pitch, top, sizeof (T))
                + x * 16;
    const int below = (int)((x + 1) * S::v) <= task.rows - top
                          ? task.cols - left - (int)y
                          : 0;
    const uint64_t policy = bare ? 0 : cache_policy (task.writes);

#pragma unroll
    for (int k = 0; k < squares * S::v; k++, dst += step)
      if (k * (S::threads / down) < below) {
        const uint4 v
            = tile[place<S::v, down> (y + k * (S::threads / down), x)];

        if (bare)
          *(uint4 *)dst = v;
        else
          cache_store (dst, v, policy);
      }
  }
  if (!bare && task.rows % S::v && task.rows - top < S::rows && task.rows > top)
    write_ends<T, S> (task, tile, top, left);
}

/* No such kernel: prepare has told. */
static int
refused (const gk_host *host)
{
  host->error (host, "there is no kernel with such a tile");
  return GK_FAIL;
}

template <typename T, int across, int down, int squares>
static int
run (const gk_host *host, const gk_transpose *p,
     const struct transpose_plan *plan, void *stream)
{
  typedef vector_shape<T, across, down, squares> S;

  if constexpr (S::exists) {
    const struct walk walk
        = walk_over (move_parts (p->rows, S::rows),
                     move_parts (p->cols, S::cols), plan->band);
    const struct vector_task task
        = { (const char *)p->src,
            (char *)p->dst,
            (unsigned)(p->src_pitch * (int64_t)sizeof (T)),
            (unsigned)(p->dst_pitch * (int64_t)sizeof (T)),
            (int)p->rows,
            (int)p->cols,
            walk.step,
            plan->reads,
            plan->writes };

    const bool bare = p->rows % S::v == 0 && plan->reads == KEEP_NORMAL
                      && plan->writes == KEEP_NORMAL;
    void (*const kernel) (struct vector_task)
        = bare ? vector<T, across, down, squares, true>
               : vector<T, across, down, squares, false>;

    return launch_overlapped (host, kernel, walk.grid, S::threads,
                              launch_shared (S::bytes, plan->resident),
                              plan->overlap, stream, task);
  } else
    return refused (host);
}

template <typename T, int across, int down>
static int
run_squares (const gk_host *host, const gk_transpose *p,
             const struct transpose_plan *plan, void *stream)
{
  switch (plan->squares) {
  case 1:
    return run<T, across, down, 1> (host, p, plan, stream);
  case 2:
    return run<T, across, down, 2> (host, p, plan, stream);
  default:
    return run<T, across, down, 4> (host, p, plan, stream);
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
      return run_squares<T, 8, 8> (host, p, plan, stream);
    case TILE_256:
      return run_squares<T, 16, 16> (host, p, plan, stream);
    case TILE_512:
      return run_squares<T, 32, 32> (host, p, plan, stream);
    case TILE_512_256:
      return run_squares<T, 32, 16> (host, p, plan, stream);
    default:
      return run_squares<T, 16, 32> (host, p, plan, stream);
    }
  });
}

extern "C" int
transpose_vector_prepare (const gk_host *host, const gk_device *,
                          const void *problem, const gk_value *values,
                          void **state)
{
  /* By enum transpose_tile. */
  static const int vectors[] = { 8 * 8, 16 * 16, 32 * 32, 32 * 16, 16 * 32 };
  const gk_transpose *p = (const gk_transpose *)problem;
  const int squares = 1 << values[1].i;
  const char *why = missing (vectors[values[0].i], squares, (int)p->element);
  struct transpose_plan *plan;

  if (why) {
    host->error (host, "with elements of %u bytes such tiles %s", p->element,
                 why);
    return GK_SKIP;
  }
  plan = (struct transpose_plan *)host->alloc (host, sizeof *plan);
  if (!plan)
    return GK_FAIL;
  *plan = transpose_plan ();
  plan->kernel = TRANSPOSE_VECTOR;
  plan->tile = (int)values[0].i;
  plan->squares = squares;
  plan->band = (int)values[2].i;
  plan->reads = (enum transpose_keep)values[3].i;
  plan->writes = (enum transpose_keep)values[4].i;
  plan->resident = (int)values[5].i;
  plan->overlap = values[6].i && transpose_can_overlap ();
  if (!transpose_vector_takes (p)) {
    plan->kernel = TRANSPOSE_SLANTED;
    plan->tile = 64;
    plan->slant = false;
    host->log (host, "rows don't start at multiples of 16 bytes, or are longer "
                     "than 32 bits count: elements are moved one by one");
  }
  *state = plan;
  return GK_OK;
}
