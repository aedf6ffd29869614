/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bulk: look-back (look-back.cu) whose tiles the Tensor Memory Accelerator
 * (TMA, sm_90 on) loads ahead.
 *
 * A block of look-back asks for its tile, waits for it, waits for the sums
 * before it, and writes: while it waits for sums it loads nothing.  Here a
 * block has several tiles, one after the other, and a ring of stages in shared
 * memory for the next ones.  When a tile has gone to registers, one thread
 * draws the next ticket and has that tile loaded into the same stage, while the
 * first warp looks back.
 *
 * Blocks draw their tickets in order, and the least tile that is not yet
 * written is the next one of its block: it waits for none that waits for it.  A
 * block draws until it gets a ticket behind the last tile.  So there are as
 * many tickets as tiles and blocks, and the last one is the launch's last.
 *
 * Bulk copies move multiples of 16 bytes: the last tile is loaded by its
 * threads if it is not whole.
 */
#include "cuda/async-copy.cuh"
#include "cuda/compiled-for.cuh"
#include "cuda/l2-policy.cuh"

#include "look-back.cuh"

enum {
  THREADS = 256,
  LOADER = THREADS - 1, /* the thread that has tiles loaded: not of the first
                           warp, which looks back */
  MOST_STAGES = 4,
  RESERVE = 2048 /* bytes of shared memory beside the ring */
};

struct bulk_task {
  look_back_task of;
  unsigned tiles, whole; /* and those that are whole */
  int stages;
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
/* The loader: draws a ticket and has its tile loaded into a stage.  Returns
 * false where there is no tile left. */
static __device__ __forceinline__ bool
load_next (const bulk_task &task, uint32_t bytes, unsigned char *stage,
           struct ticket *drawn, uint64_t *full)
{
  const struct ticket is
      = draw_ticket (task.of.tickets, task.tiles + gridDim.x - 1);

  *drawn = is;
  if (is.tile < task.whole)
    async_load (stage, (const char *)task.of.of.src + (int64_t)is.tile * bytes,
                bytes, full, l2_policy_make (L2_EVICT_FIRST));
  else
    mbarrier_arrive (full);
  return is.tile < task.tiles;
}

/* Takes this thread's words of a stage. */
template <typename T, int words>
static __device__ __forceinline__ void
take_tile (tile<T, words> &of, const unsigned char *stage)
{
  const uint4 *from
      = (const uint4 *)stage + first_element<T, words> () / word_elements<T> ();

#pragma unroll
  for (int w = 0; w < words; w++) {
    const uint4 bits = from[w * WARP];

    memcpy (&of.held[w], &bits, sizeof bits);
  }
}
#endif

template <typename T, int words, bool streaming>
static __global__ void
__launch_bounds__ (THREADS, words > 4 ? 2 : 4)
    bulk_kernel (const bulk_task task)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  extern __shared__ __align__ (128) unsigned char ring[];
  __shared__ uint64_t full[MOST_STAGES];
  __shared__ struct ticket drawn[MOST_STAGES];
  __shared__ T of_warp[THREADS / WARP];
  const uint32_t bytes = THREADS * words * 16;
  const bool loads = threadIdx.x == LOADER;
  bool more = true; /* the loader's: there may be tiles left */
  uint32_t phase = 0;
  int stage = 0;

  if (loads) {
    mbarrier_init (full, task.stages, 1);
    for (int k = 0; k < task.stages && more; k++)
      more = load_next (task, bytes, ring + k * bytes, drawn + k, full + k);
  }
  __syncthreads ();
#pragma unroll 1
  for (;;) {
    tile<T, words> held;
    struct ticket mine;
    int64_t begin;
    T own;

    mbarrier_wait (full + stage, phase);
    mine = drawn[stage];
    if (mine.tile >= task.tiles)
      return;
    begin = (int64_t)mine.tile * tile_elements<T, words> (THREADS);
    if (mine.tile < task.whole)
      take_tile (held, ring + stage * bytes);
    else
      load_tile<streaming> (held, (const T *)task.of.of.src, begin,
                            task.of.of.n);
    own = scan_warp (held);
    if (lane_of_thread () == 0)
      of_warp[warp_of_thread ()] = own;
    __syncthreads ();
    if (warp_of_thread () == 0)
      look_back<T> (of_warp, THREADS / WARP,
                    (published<bits_of<T>> *)task.of.published, mine);
    else if (loads && more) {
      /* All threads have read the stage. */
      async_fence ();
      more = load_next (task, bytes, ring + stage * bytes, drawn + stage,
                        full + stage);
    }
    __syncthreads ();
    store_tile<streaming> (held, of_warp[warp_of_thread ()], task.of.of, begin);
    stage = stage + 1 == task.stages ? 0 : stage + 1;
    phase ^= stage == 0;
  }
#endif
}

/* ---- Prepare ---- */

template <typename T, int words>
static int
make_typed (const gk_host *host, const gk_device *device, const gk_scan *p,
            int stages, bool streaming, void **state)
{
  const auto kernel
      = streaming ? bulk_kernel<T, words, true> : bulk_kernel<T, words, false>;
  const int64_t each = tile_elements<T, words> (THREADS);
  const int64_t tiles = (p->n + each - 1) / each;
  struct prepared_shape shape = {};
  int64_t blocks;
  bulk_task task;
  int r = check_code (host, (const void *)kernel, 90);

  if (r == GK_OK)
    r = make_look_back_task<T> (host, device, p, tiles, &task.of);
  if (r != GK_OK)
    return r;
  task.tiles = (unsigned)tiles;
  task.whole = (unsigned)(p->n / each);
  task.stages = stages;
  shape.shared = stages * THREADS * words * 16;
  /* A multiprocessor has 1 KB more than a block can have. */
  blocks = ((int64_t)device->shared_bytes + 1024) / (shape.shared + RESERVE);
  blocks = blocks < 1 ? 1 : blocks > 4 ? 4 : blocks;
  blocks *= device->units;
  shape.grid = dim3 ((unsigned)(tiles < blocks ? tiles : blocks));
  shape.block = dim3 (THREADS);
  shape.carveout = cudaSharedmemCarveoutMaxShared;
  return prepared_make (host, kernel, shape, task, state);
}

int
scan_bulk_make (const gk_host *host, const gk_device *device, const gk_scan *p,
                int words, int stages, bool streaming, void **state)
{
  return scan_by_type (p, [=] (auto element) {
    typedef decltype (element) T;

    return (words == 4 ? make_typed<T, 4> : make_typed<T, 8>)(host, device, p,
                                                              stages, streaming,
                                                              state);
  });
}

static int
bulk_prepare (const gk_host *host, const gk_device *device, const void *problem,
              const gk_value *values, void **state)
{
  return scan_bulk_make (host, device, (const gk_scan *)problem,
                         4 << values[0].i, (int)values[1].i, values[2].i != 0,
                         state);
}

extern "C" gk_variant
scan_bulk_variant (void)
{
  static const char *const words[] = { "4", "8", NULL };
  static const gk_option options[] = {
    cuda_choice ("words",
                 "words of 16 bytes that a thread holds: more make a tile "
                 "larger, but leave registers for fewer threads",
                 NULL, words, 0),
    cuda_number ("stages",
                 "tiles that a block has loaded ahead: more hide the time in "
                 "which it waits for sums, but take shared memory from other "
                 "blocks",
                 NULL, 3, 2, MOST_STAGES),
    cuda_switch ("streaming",
                 "whether caches may evict first what was written: the next "
                 "launch may read it again",
                 0),
  };
  gk_variant v = prepared_variant (bulk_prepare, options, GK_COUNT (options));

  v.capability = 90;
  return v;
}
