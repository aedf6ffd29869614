/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bulk: look-back (look-back.cu) in which no step of a tile waits for a step of
 * another: each is a warp's own work.
 *
 * A block of look-back asks for its tile, waits for it, waits for the sums
 * before it, and writes: while it waits for sums it loads nothing.  Here a
 * block has several tiles, one after the other, in a ring of stages in shared
 * memory, and four kinds of warps, each of which goes on to the next tile when
 * it has done its part of one.  Barriers say how far a stage has come:
 *
 *   empty    the loader draws a ticket and has the Tensor Memory Accelerator
 *            (TMA, sm_90 on) load that tile
 *   full     the adder sums it, and publishes that at once, so that later tiles
 *            need not wait until this one knows what is before it
 *   added    the searcher looks back, and publishes the sum of all up to it
 *   known    (by both) the writers scan what the stage holds, add what is
 *            before it, and write; then it is empty again
 *
 * Blocks draw their tickets in order, and the least tile that is not yet
 * written is the next one of its block: it waits for none that waits for it.  A
 * block draws until it gets a ticket behind the last tile.  So there are as
 * many tickets as tiles and blocks, and the last one is the launch's last.
 *
 * Bulk copies move multiples of 16 bytes: the last tile, if it is not whole, is
 * read from global memory.
 */
#include "cuda/async-copy.cuh"
#include "cuda/compiled-for.cuh"
#include "cuda/l2-policy.cuh"

#include "look-back.cuh"

/* The writers are the first warps, since a tile's words are theirs (tile.cuh).
 */
enum {
  WRITERS = 8,
  LOADER = WRITERS,
  ADDER,
  SEARCHER,
  WARPS,
  WRITER_THREADS = WRITERS * WARP,
  THREADS = WARPS * WARP,
  MOST_STAGES = 12,
  MOST_BLOCKS = 3, /* of a multiprocessor */
  RESERVE = 3072   /* bytes of shared memory beside the ring */
};

struct ahead_task {
  look_back_task of;
  unsigned tiles, whole; /* and those that are whole */
  int stages;
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
template <typename T> struct ring {
  uint64_t empty[MOST_STAGES], full[MOST_STAGES], added[MOST_STAGES],
      known[MOST_STAGES];
  struct ticket drawn[MOST_STAGES];
  T own[MOST_STAGES], before[MOST_STAGES]; /* the tile's sum; and of all before
                                              it */
  T of_warp[MOST_STAGES][WRITERS]; /* what the tile has before each warp */
};

/* A stage, and the phase of its barriers. */
struct ring_stage {
  int stage;
  uint32_t phase;
};

static __device__ __forceinline__ void
next_stage (struct ring_stage *at, const ahead_task &task)
{
  at->stage = at->stage + 1 == task.stages ? 0 : at->stage + 1;
  at->phase ^= at->stage == 0;
}

/* One thread: has tiles loaded, until there are none: then a stage has its last
 * ticket, behind which no warp goes on.  The first phase of an empty stage
 * counts as over. */
template <typename T>
static __device__ __forceinline__ void
load_tiles (const ahead_task &task, uint32_t bytes, unsigned char *stages,
            ring<T> &r)
{
  const uint64_t policy = l2_policy_make (L2_EVICT_FIRST);
  struct ticket is;
  struct ring_stage at = {};

  do {
    mbarrier_wait (&r.empty[at.stage], at.phase ^ 1);
    is = draw_ticket (task.of.tickets, task.tiles + gridDim.x - 1);
    r.drawn[at.stage] = is;
    if (is.tile < task.whole)
      async_load (stages + at.stage * bytes,
                  (const char *)task.of.of.src + (int64_t)is.tile * bytes,
                  bytes, &r.full[at.stage], policy);
    else
      mbarrier_arrive (&r.full[at.stage]);
    next_stage (&at, task);
  } while (is.tile < task.tiles);
}

/* Returns what this lane has of the words of a writer of a tile that is whole,
 * in shared memory, or of one that is not, in global memory. */
template <typename T, int words>
static __device__ __forceinline__ T
add_lane (const T *from, int writer, int rest, bool whole)
{
  const int row = WARP * word_elements<T> ();
  const int at
      = (writer * words * WARP + lane_of_thread ()) * word_elements<T> ();
  T sum = 0;

#pragma unroll
  for (int w = 0; w < words; w++)
    if (whole) {
      const uint4 bits = *(const uint4 *)(from + at + w * row);
      word_of<T> word;

      memcpy (&word, &bits, sizeof word);
#pragma unroll
      for (int i = 0; i < word_elements<T> (); i++)
        sum += word.at[i];
    } else
      for (int i = 0; i < word_elements<T> (); i++)
        sum += at + w * row + i < rest ? from[at + w * row + i] : T (0);
  return sum;
}

/* A warp: sums tiles, and what they have before each of their writers. */
template <typename T, int words>
static __device__ __forceinline__ void
add_tiles (const ahead_task &task, uint32_t bytes, const unsigned char *stages,
           ring<T> &r)
{
  published<bits_of<T>> *const tiles
      = (published<bits_of<T>> *)task.of.published;

  for (struct ring_stage at = {};; next_stage (&at, task)) {
    T part[WRITERS], sum = 0;

    mbarrier_wait (&r.full[at.stage], at.phase);
    const struct ticket is = r.drawn[at.stage];
    const bool whole = is.tile < task.whole;
    const int64_t begin
        = (int64_t)is.tile * tile_elements<T, words> (WRITER_THREADS);

    if (is.tile < task.tiles) {
      const T *from = whole ? (const T *)(stages + at.stage * bytes)
                            : (const T *)task.of.of.src + begin;
      const int rest
          = count_elements<T, words> (begin, task.of.of.n, WRITER_THREADS);

#pragma unroll
      for (int w = 0; w < WRITERS; w++)
        part[w] = add_lanes (add_lane<T, words> (from, w, rest, whole));
      if (lane_of_thread () == 0) {
#pragma unroll
        for (int w = 0; w < WRITERS; w++) {
          r.of_warp[at.stage][w] = sum;
          sum += part[w];
        }
        r.own[at.stage] = sum;
        if (is.tile > 0)
          publish_sum (&tiles[is.tile], is.launch, OWN, sum);
      }
    }
    if (lane_of_thread () == 0) {
      mbarrier_arrive (&r.added[at.stage]);
      mbarrier_arrive (&r.known[at.stage]);
    }
    if (is.tile >= task.tiles)
      return;
  }
}

/* A warp: finds what is before tiles. */
template <typename T>
static __device__ __forceinline__ void
search_sums (const ahead_task &task, ring<T> &r)
{
  published<bits_of<T>> *const tiles
      = (published<bits_of<T>> *)task.of.published;

  for (struct ring_stage at = {};; next_stage (&at, task)) {
    mbarrier_wait (&r.added[at.stage], at.phase);
    const struct ticket is = r.drawn[at.stage];
    T before = 0;

    if (is.tile < task.tiles && is.tile > 0)
      before = sum_before<T> (tiles, is);
    if (lane_of_thread () == 0) {
      if (is.tile < task.tiles)
        publish_sum (&tiles[is.tile], is.launch, ALL, before + r.own[at.stage]);
      r.before[at.stage] = before;
      mbarrier_arrive (&r.known[at.stage]);
    }
    if (is.tile >= task.tiles)
      return;
  }
}

/* Takes this thread's words of a stage. */
template <typename T, int words>
static __device__ __forceinline__ void
take_words (tile<T, words> &of, const unsigned char *stage)
{
  const uint4 *from
      = (const uint4 *)stage + first_element<T, words> () / word_elements<T> ();

#pragma unroll
  for (int w = 0; w < words; w++) {
    const uint4 bits = from[w * WARP];

    memcpy (&of.held[w], &bits, sizeof bits);
  }
}

/* The writers: each warp by itself. */
template <typename T, int words, bool streaming>
static __device__ __forceinline__ void
write_tiles (const ahead_task &task, uint32_t bytes,
             const unsigned char *stages, ring<T> &r)
{
  for (struct ring_stage at = {};; next_stage (&at, task)) {
    tile<T, words> held;

    mbarrier_wait (&r.known[at.stage], at.phase);
    const struct ticket is = r.drawn[at.stage];
    if (is.tile >= task.tiles)
      return;
    const int64_t begin
        = (int64_t)is.tile * tile_elements<T, words> (WRITER_THREADS);
    const T before
        = r.before[at.stage] + r.of_warp[at.stage][warp_of_thread ()];

    if (is.tile < task.whole)
      take_words (held, stages + at.stage * bytes);
    else
      load_tile<false> (held, (const T *)task.of.of.src, begin, task.of.of.n,
                        WRITER_THREADS);
    __syncwarp ();
    if (lane_of_thread () == 0)
      mbarrier_arrive (&r.empty[at.stage]);
    scan_warp (held);
    store_tile<streaming> (held, before, task.of.of, begin, WRITER_THREADS);
  }
}
#endif

template <typename T, int words, bool streaming>
static __global__ void
__launch_bounds__ (THREADS, 2) bulk_kernel (const ahead_task task)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  extern __shared__ __align__ (128) unsigned char stages[];
  __shared__ ring<T> r;
  const uint32_t bytes = WRITER_THREADS * words * 16;

  if (threadIdx.x == 0) {
    mbarrier_init (r.empty, task.stages, WRITERS);
    mbarrier_init (r.full, task.stages, 1);
    mbarrier_init (r.added, task.stages, 1);
    mbarrier_init (r.known, task.stages, 2);
  }
  __syncthreads ();
  if (warp_of_thread () < WRITERS)
    write_tiles<T, words, streaming> (task, bytes, stages, r);
  else if (warp_of_thread () == SEARCHER)
    search_sums (task, r);
  else if (warp_of_thread () == ADDER)
    add_tiles<T, words> (task, bytes, stages, r);
  else if (lane_of_thread () == 0)
    load_tiles (task, bytes, stages, r);
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
  const int64_t each = tile_elements<T, words> (WRITER_THREADS);
  const int64_t tiles = (p->n + each - 1) / each;
  struct prepared_shape shape = {};
  int64_t blocks;
  ahead_task task;
  int r = check_code (host, (const void *)kernel, 90);

  shape.shared = stages * WRITER_THREADS * words * 16;
  if (r == GK_OK && shape.shared > (int)device->shared_bytes - RESERVE) {
    host->error (host,
                 "%d stages of %d bytes do not fit in the %d bytes of shared "
                 "memory that a block can have",
                 stages, shape.shared / stages,
                 (int)device->shared_bytes - RESERVE);
    return GK_SKIP;
  }
  if (r == GK_OK)
    r = make_look_back_task<T> (host, device, p, tiles, &task.of);
  if (r != GK_OK)
    return r;
  task.tiles = (unsigned)tiles;
  task.whole = (unsigned)(p->n / each);
  task.stages = stages;
  /* A multiprocessor has 1 KB more than a block can have. */
  blocks = ((int64_t)device->shared_bytes + 1024) / (shape.shared + RESERVE);
  blocks = blocks < 1 ? 1 : blocks > MOST_BLOCKS ? MOST_BLOCKS : blocks;
  blocks *= device->units;
  shape.grid = dim3 ((unsigned)(tiles < blocks ? tiles : blocks));
  shape.block = dim3 (THREADS);
  shape.carveout = cudaSharedmemCarveoutMaxShared;
  return prepared_make (host, kernel, shape, task, state);
}

bool
scan_has_bulk (const gk_device *device)
{
  return device->capability >= 90
         && compiled_for ((const void *)bulk_kernel<float, 4, false>, 90);
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
                 "tiles that a block has at a time: more hide the time in "
                 "which it waits for sums, but take shared memory from other "
                 "blocks",
                 NULL, 6, 2, MOST_STAGES),
    cuda_switch ("streaming",
                 "whether caches may evict first what was written: the next "
                 "launch may read it again",
                 0),
  };
  gk_variant v = prepared_variant (bulk_prepare, options, GK_COUNT (options));

  v.capability = 90;
  return v;
}
