/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tma: the Tensor Memory Accelerator (TMA) of a multiprocessor (compute
 * capability 9.0) moves the tiles; threads only transpose them.
 *
 * One thread requests a box of src, and its bytes arrive in shared memory while
 * all threads work on earlier tiles (software pipelining): `stages` tiles are
 * in flight, without registers or waiting warps.  A block is persistent and
 * processes tile after tile, so that the stream of loads does not end where a
 * block ends.  The transposed tile is stored as a box, too, from one of two
 * buffers (double buffering).  TMA clips boxes at the edge of a matrix, but
 * only to 16 bytes: it would write the padding after a row whose length is not
 * a multiple of that.
 *
 * A box is 128 bytes wide: then TMA swizzles the 16-byte vectors of each row,
 * vector c of row r to c ^ (r & 7), as threads do in `vector`.  Eight threads
 * take squares on a diagonal, (x, x ^ d), so they use eight different groups of
 * banks both when they read rows of src and when they write rows of dst.
 *
 * TMA needs pitches that are multiples of 16 bytes, and elements of at most 8
 * bytes. prepare makes the tensor maps, which describe the matrices.
 */
#include <cuda_runtime.h>

#include "cuda/async-copy.cuh"
#include "cuda/blocks-per-sm.cuh"
#include "cuda/compiled-for.cuh"
#include "cuda/dynamic-shared.cuh"
#include "cuda/prepared.cuh"
#include "cuda/tensor-map.h"
#include "move/kernel.cuh"
#include "plan.h"
#include "register-transpose.cuh"
#include "tunables.h"

static const int buffers = 2; /* for tiles that are being stored */
static const int most_stages = 8;

template <typename T> struct shape {
  static const int v = 16 / sizeof (T);    /* elements of a vector */
  static const int side = 8 * v;           /* elements of a box's side: 128
                                              bytes */
  static const int box = side * 128;       /* bytes */
  static const int boxes = v <= 4 ? 2 : 1; /* boxes of a tile, across and
                                              down */
  static const int tile = side * boxes;
  static const int bytes = box * boxes * boxes;
  static const int threads = 64 * boxes * boxes; /* one square per thread */
};

struct tma_transpose_task {
  CUtensorMap src, dst;
  int down, across; /* tiles */
  int band;         /* tiles down before the next column of tiles */
  int stages;
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900

struct tile_origin {
  int row, col; /* in elements of src */
};

/* Returns the origin of tile number n, in the bands of raster.cuh. */
template <typename T>
static __device__ struct tile_origin
tile_of (const struct tma_transpose_task &task, int n)
{
  const int in_band = task.band * task.across; /* tiles */
  const int first = n / in_band * task.band;
  const int high
      = task.down - first < task.band ? task.down - first : task.band;
  const int k = n % in_band;

  return { (first + k % high) * shape<T>::tile, k / high * shape<T>::tile };
}

template <typename T>
static __device__ void
load_tile (const struct tma_transpose_task &task, int n, unsigned char *to,
           uint64_t *barrier)
{
  typedef shape<T> S;
  const struct tile_origin tile = tile_of<T> (task, n);

  mbarrier_expect (barrier, S::bytes);
  for (int b = 0; b < S::boxes * S::boxes; b++)
    async_load_box (to + b * S::box, &task.src,
                    tile.col + b % S::boxes * S::side,
                    tile.row + b / S::boxes * S::side, barrier);
}

template <typename T>
static __device__ void
store_tile (const struct tma_transpose_task &task, int n,
            const unsigned char *from)
{
  typedef shape<T> S;
  const struct tile_origin tile = tile_of<T> (task, n);

  for (int b = 0; b < S::boxes * S::boxes; b++)
    async_store_box (&task.dst, from + b * S::box,
                     tile.row + b / S::boxes * S::side,
                     tile.col + b % S::boxes * S::side);
  async_commit ();
}

#endif

template <typename T>
static __global__ void
__launch_bounds__ (shape<T>::threads)
    tma_transpose_tiles (const __grid_constant__ struct tma_transpose_task task)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  typedef shape<T> S;
  extern __shared__ __align__ (1024) unsigned char memory[];
  __shared__ uint64_t full[most_stages];
  unsigned char *const leaving = memory + task.stages * S::bytes;
  const int n = task.down * task.across, step = gridDim.x;
  const int t = threadIdx.x;
  /* This thread's square: its box, and its position there. */
  const int b = t / 64, x = t % 8, y = x ^ (t / 8 % 8);
  int stage = 0, phase = 0, buffer = 0;

  if (t == 0) {
    mbarrier_init (full, task.stages, 1);
    for (int s = 0; s < task.stages; s++)
      if ((int)blockIdx.x + s * step < n)
        load_tile<T> (task, blockIdx.x + s * step, memory + s * S::bytes,
                      &full[s]);
  }
  __syncthreads ();

  for (int at = blockIdx.x; at < n; at += step) {
    unsigned char *const from = memory + stage * S::bytes;
    unsigned char *const to = leaving + buffer * S::bytes;
    union chunk in[S::v], out[S::v];

    mbarrier_wait (&full[stage], phase);
#pragma unroll
    for (int k = 0; k < S::v; k++) {
      const int r = y * S::v + k;

      in[k].all
          = *(const uint4 *)(from + b * S::box + r * 128 + (x ^ (r & 7)) * 16);
    }
    /* The store of the buffer's last tile must have read it before it is
     * overwritten. */
    if (t == 0)
      async_drain<buffers - 1> ();
    __syncthreads ();
    if (t == 0 && at + task.stages * step < n)
      load_tile<T> (task, at + task.stages * step, from, &full[stage]);

    register_transpose<T> (in, out);
#pragma unroll
    for (int k = 0; k < S::v; k++) {
      const int r = x * S::v + k;

      *(uint4 *)(to + b * S::box + r * 128 + (y ^ (r & 7)) * 16) = out[k].all;
    }
    async_fence ();
    __syncthreads ();
    if (t == 0)
      store_tile<T> (task, at, to);

    buffer = (buffer + 1) % buffers;
    if (++stage == task.stages) {
      stage = 0;
      phase ^= 1;
    }
  }
  if (t == 0)
    async_drain<0> ();
#else
  (void)task;
#endif
}

/* The number of persistent blocks: as many as are resident on the device, but
 * no more than tiles. */
template <typename T>
static cudaError_t
count_blocks (const gk_device *device, int shared, int tiles, int *blocks)
{
  int each = 0;
  cudaError_t e
      = dynamic_shared_allow ((const void *)tma_transpose_tiles<T>, shared);

  if (e == cudaSuccess)
    e = cudaOccupancyMaxActiveBlocksPerMultiprocessor (
        &each, tma_transpose_tiles<T>, shape<T>::threads, (size_t)shared);
  *blocks = (int)device->units * (each > 0 ? each : 1);
  if (*blocks > tiles)
    *blocks = tiles;
  return e;
}

static int
make_maps (const gk_host *host, const gk_transpose *p,
           struct tma_transpose_task *task)
{
  const struct tensor_map_matrix src
      = { p->src, p->element, p->rows, p->cols, p->src_pitch };
  const struct tensor_map_matrix dst
      = { p->dst, p->element, p->cols, p->rows, p->dst_pitch };
  const int r = tensor_map_make (host, &task->src, &src, 128 / p->element);

  return r == GK_OK ? tensor_map_make (host, &task->dst, &dst, 128 / p->element)
                    : r;
}

/* The indices of the options. */
enum { BAND, STAGES, BLOCKS_PER_SM, N_OPTIONS };

template <typename T>
static int
tma_make_launch (const gk_host *host, const gk_device *device,
                 const gk_transpose *p, const gk_value *values, void **state)
{
  typedef shape<T> S;
  const int band = (int)values[BAND].i;
  struct prepared_shape shape = {};
  struct tma_transpose_task task = {};
  int blocks;
  int r = make_maps (host, p, &task);

  task.down = (int)move_parts (p->rows, S::tile);
  task.across = (int)move_parts (p->cols, S::tile);
  task.band = band == 0 ? 1 : band < task.down ? band : task.down;
  task.stages = (int)values[STAGES].i;
  blocks_per_sm (device->ordinal, (task.stages + buffers) * S::bytes,
                 (int)values[BLOCKS_PER_SM].i, &shape);
  if (r == GK_OK)
    r = cuda_launched (host,
                       count_blocks<T> (device, shape.shared,
                                        task.down * task.across, &blocks));
  if (r != GK_OK)
    return r;
  shape.grid = dim3 ((unsigned)blocks);
  shape.block = S::threads;
  return prepared_make (host, tma_transpose_tiles<T>, shape, task, state);
}

static int
tma_prepare (const gk_host *host, const gk_device *device, const void *problem,
             const gk_value *values, void **state)
{
  const gk_transpose *p = (const gk_transpose *)problem;

  if (!transpose_tma_accepts (p)) {
    host->error (host, "TMA takes elements of at most 8 bytes, rows at "
                       "multiples of 16 bytes, and columns as long");
    return GK_SKIP;
  }
  if (!compiled_for ((const void *)tma_transpose_tiles<unsigned>, 90)) {
    host->error (host, "there is no code here for TMA, of compute capability "
                       "9.0; build with it in --with-cuda-arch");
    return GK_SKIP;
  }
  switch (p->element) {
  case 1:
    return tma_make_launch<unsigned char> (host, device, p, values, state);
  case 2:
    return tma_make_launch<unsigned short> (host, device, p, values, state);
  case 4:
    return tma_make_launch<unsigned> (host, device, p, values, state);
  default:
    return tma_make_launch<unsigned long long> (host, device, p, values, state);
  }
}

extern "C" gk_variant
transpose_tma_variant (void)
{
  static const gk_option options[N_OPTIONS]
      = { transpose_band (),
          cuda_number ("stages",
                       "tiles in flight per block: more hide latency, but take "
                       "shared memory from other blocks",
                       "tiles", 4, 2, most_stages),
          transpose_blocks_per_sm () };
  gk_variant v = prepared_variant (tma_prepare, options, GK_COUNT (options));

  v.capability = 90;
  return v;
}
