/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vector-tuned: `vector` with everything that affects the last 10 % of its
 * speed as tunables.
 *
 * On large matrices that is the access pattern: how long the pieces of memory
 * are that a tile reads and writes (`tile`), the order of tiles (`band`), the
 * number of resident blocks (`blocks_per_sm`), and the lines that L2 evicts
 * first (`load`, `store`).
 *
 * On small ones it is the time until the first loads: offsets have 32 bits, and
 * the start of a launch overlaps with the end of the previous one (`pdl`: with
 * five blocks per multiprocessor 1000 x 3000 hot takes 4.6 us instead of 5.4,
 * H200).  A fast path, a kernel of its own, has no branch before the first
 * load; it applies where no L2 priority is set and no row of dst ends inside a
 * vector.
 */
#include <cuda_runtime.h>

#include "cuda/blocks-per-sm.cuh"
#include "cuda/l2-policy.cuh"
#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"
#include "make.h"
#include "move/kernel.cuh"
#include "raster.cuh"
#include "register-transpose.cuh"
#include "swizzle.cuh"
#include "tunables.h"

/* With more shared memory than this too few blocks fit a multiprocessor. */
static const int most_bytes = 64 * 1024;

/* Constants for a size of element and a tile's side, in vectors. */
template <typename T, int side> struct shape {
  static const int v = 16 / sizeof (T); /* elements of a vector */
  static const int elements = side * v; /* elements of a tile's side */
  static const int bytes = side * side * v * 16;
  static const int threads = side * side;
  static const bool exists = bytes <= most_bytes;
};

struct vector_tuned_task {
  const char *src;
  char *dst;
  unsigned src_pitch, dst_pitch; /* bytes */
  int rows, cols;                /* elements, like everything else */
  struct raster_step raster;
  enum l2_policy load, store;
};

/* Returns the offset of element `at` of row `row`, in bytes.  A 32-bit product
 * with a 64-bit result is one instruction. */
static __device__ __forceinline__ int64_t
byte_offset (int row, unsigned pitch, int at, unsigned element)
{
  return (int64_t)((uint64_t)(unsigned)row * pitch
                   + (uint64_t)(unsigned)at * element);
}

/* Volatile, as in l2-policy.cuh, but without a cache hint. */
static __device__ __forceinline__ uint4
load (const char *from)
{
  uint4 v;

  asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(from));
  return v;
}

/* Moves this thread's square from src to the tile, transposing it. */
template <typename T, int side, bool fast>
static __device__ __forceinline__ void
load_square (const struct vector_tuned_task &task, uint4 *tile, int top,
             int left)
{
  typedef shape<T, side> S;
  const int x = threadIdx.x % side, y = threadIdx.x / side;
  const int64_t pitch = task.src_pitch;
  const char *src
      = task.src
        + byte_offset (top + y * S::v, task.src_pitch, left, sizeof (T))
        + x * 16;
  /* Rows from here on; none for a thread beyond the last column. */
  const int below
      = x * S::v < task.cols - left ? task.rows - top - y * S::v : 0;
  const uint64_t policy = fast ? 0 : l2_policy_make (task.load);
  union chunk in[S::v], out[S::v];

  pdl_wait ();
#pragma unroll
  for (int k = 0; k < S::v; k++, src += pitch) {
    in[k].all = uint4 ();
    if (k < below)
      in[k].all = fast ? load (src) : l2_load (src, policy);
  }
  register_transpose<T> (in, out);
#pragma unroll
  for (int k = 0; k < S::v; k++)
    tile[swizzled_index (x * S::v + k, y, S::v, side)] = out[k].all;
}

/* Stores the elements at the end of each row of dst that don't fill a
 * vector. */
template <typename T, int side>
static __device__ __forceinline__ void
store_ends (const struct vector_tuned_task &task, const uint4 *tile, int top,
            int left)
{
  typedef shape<T, side> S;
  const int rest = task.rows % S::v, x = (task.rows - top) / S::v;
  const int cols
      = task.cols - left < S::elements ? task.cols - left : S::elements;

#pragma unroll 1
  for (int i = (int)threadIdx.x; i < cols * rest; i += S::threads) {
    const int r = i / rest, k = i % rest;
    const T *from = (const T *)&tile[swizzled_index (r, x, S::v, side)];

    *(T *)(task.dst
           + byte_offset (left + r, task.dst_pitch, top + x * S::v + k,
                          sizeof (T)))
        = from[k];
  }
}

/* Stores this thread's vectors of rows of dst. */
template <typename T, int side, bool fast>
static __device__ __forceinline__ void
store_rows (const struct vector_tuned_task &task, const uint4 *tile, int top,
            int left)
{
  typedef shape<T, side> S;
  const int x = threadIdx.x % side, y = threadIdx.x / side;
  const int64_t step = (int64_t)task.dst_pitch * side;
  char *dst = task.dst + byte_offset (left + y, task.dst_pitch, top, sizeof (T))
              + x * 16;
  const int below
      = (x + 1) * S::v <= task.rows - top ? task.cols - left - y : 0;
  const uint64_t policy = fast ? 0 : l2_policy_make (task.store);

#pragma unroll
  for (int k = 0; k < S::v; k++, dst += step)
    if (k * side < below) {
      const uint4 v = tile[swizzled_index (y + k * side, x, S::v, side)];

      if (fast)
        *(uint4 *)dst = v;
      else
        l2_store (dst, v, policy);
    }
  if (!fast && task.rows % S::v && task.rows - top < S::elements
      && task.rows > top)
    store_ends<T, side> (task, tile, top, left);
}

template <typename T, int side, bool fast>
static __global__ void
__launch_bounds__ (shape<T, side>::threads)
    vector_tuned_transpose (const struct vector_tuned_task task)
{
  typedef shape<T, side> S;
  extern __shared__ uint4 tile[];
  const int top = raster_row (task.raster) * S::elements;
  const int left = raster_col (task.raster) * S::elements;

  load_square<T, side, fast> (task, tile, top, left);
  __syncthreads ();
  store_rows<T, side, fast> (task, tile, top, left);
}

template <typename T, int side>
static int
vector_tuned_make (const gk_host *host, const gk_device *device,
                   const gk_transpose *p, const struct transpose_plan *plan,
                   void **state)
{
  typedef shape<T, side> S;

  if constexpr (S::exists) {
    const struct raster raster
        = raster_over (move_parts (p->rows, S::elements),
                       move_parts (p->cols, S::elements), plan->band);
    const struct vector_tuned_task task
        = { (const char *)p->src,
            (char *)p->dst,
            (unsigned)(p->src_pitch * (int64_t)sizeof (T)),
            (unsigned)(p->dst_pitch * (int64_t)sizeof (T)),
            (int)p->rows,
            (int)p->cols,
            raster.step,
            plan->load,
            plan->store };
    const bool fast = p->rows % S::v == 0 && plan->load == L2_EVICT_NORMAL
                      && plan->store == L2_EVICT_NORMAL;
    void (*const kernel) (struct vector_tuned_task)
        = fast ? vector_tuned_transpose<T, side, true>
               : vector_tuned_transpose<T, side, false>;
    struct prepared_shape shape = {};

    shape.grid = raster.grid;
    shape.block = S::threads;
    blocks_per_sm (device->ordinal, S::bytes, plan->blocks_per_sm, &shape);
    shape.pdl = plan->pdl;
    return prepared_make (host, kernel, shape, task, state);
  } else {
    host->error (host,
                 "with elements of %u bytes such tiles take more than 64 KB of "
                 "shared memory; choose a smaller tile",
                 p->element);
    return GK_SKIP;
  }
}

extern "C" int
transpose_vector_tuned_make (const gk_host *host, const gk_device *device,
                             const gk_transpose *p,
                             const struct transpose_plan *plan, void **state)
{
  return move_by_element (p->element, [=] (auto zero) {
    typedef decltype (zero) T;

    switch (plan->tile) {
    case 128:
      return vector_tuned_make<T, 8> (host, device, p, plan, state);
    case 256:
      return vector_tuned_make<T, 16> (host, device, p, plan, state);
    default:
      return vector_tuned_make<T, 32> (host, device, p, plan, state);
    }
  });
}

/* The indices of the options. */
enum { TILE, BAND, LOAD, STORE, BLOCKS_PER_SM, PDL, N_OPTIONS };

static int
vector_tuned_prepare (const gk_host *host, const gk_device *device,
                      const void *problem, const gk_value *values, void **state)
{
  const gk_transpose *p = (const gk_transpose *)problem;
  struct transpose_plan plan = {};

  if (transpose_vector_fits (host, p) != GK_OK)
    return GK_SKIP;
  plan.tile = 128 << values[TILE].i;
  plan.band = (int)values[BAND].i;
  plan.load = (enum l2_policy)values[LOAD].i;
  plan.store = (enum l2_policy)values[STORE].i;
  plan.blocks_per_sm = (int)values[BLOCKS_PER_SM].i;
  plan.pdl = values[PDL].i;
  return transpose_vector_tuned_make (host, device, p, &plan, state);
}

extern "C" gk_variant
transpose_vector_tuned_variant (void)
{
  static const char *const tiles[] = { "128", "256", "512", NULL };
  static const char *const policies[] = L2_POLICY_NAMES;
  static const gk_option options[N_OPTIONS]
      = { cuda_choice ("tile",
                       "bytes of a tile's row in src and dst: longer runs of "
                       "memory, but fewer blocks",
                       "bytes", tiles, 1),
          transpose_band (),
          cuda_choice ("load", L2_LOAD_HELP, NULL, policies, L2_EVICT_NORMAL),
          cuda_choice ("store", L2_STORE_HELP, NULL, policies, L2_EVICT_NORMAL),
          transpose_blocks_per_sm (),
          transpose_pdl () };
  return prepared_variant (vector_tuned_prepare, options, GK_COUNT (options));
}
