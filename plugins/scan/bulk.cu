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
 *   full     the adder sums it, and publishes that; the asker waits for the sum
 *            of all tiles before it
 *   known    (by both) the writers scan what the stage holds, add what is
 *            before it, and write; then it is empty again
 *
 * Looking back is one warp's work of the whole grid, the scanner's: it reads
 * the sums of up to 128 tiles at once, in order, and publishes for each the sum
 * of all up to it.  Where each block looked back itself, it met hundreds of
 * tiles that looked back as well, 32 at a time: their number grows with the
 * tiles that memory has on their way.
 *
 * The scanner is in the block that has the first tile.  Blocks draw their
 * tickets in order (ticket.cuh), and the least tile that is not yet written is
 * the next one of its block: it waits for none that waits for it.  A block
 * draws until it gets a ticket behind the last tile.  So there are as many
 * tickets as tiles and blocks, and the last one is the launch's last.
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
  ASKER,
  SCANNER,
  WARPS,
  WRITER_THREADS = WRITERS * WARP,
  THREADS = WARPS * WARP,
  MOST_STAGES = 12,
  SCANNED_ROWS = 4, /* that the scanner reads at once */
  MOST_BLOCKS = 3,  /* of a multiprocessor */
  RESERVE = 3072    /* bytes of shared memory beside the ring */
};

struct ahead_task {
  look_back_task of;
  unsigned tiles, whole; /* and those that are whole */
  int stages;
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
template <typename T> struct ring {
  uint64_t empty[MOST_STAGES], full[MOST_STAGES], known[MOST_STAGES];
  struct ticket first,
      drawn[MOST_STAGES];          /* the block's first; of each stage */
  T before[MOST_STAGES];           /* the sum of all tiles before it */
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

static __device__ __forceinline__ unsigned
last_ticket (const ahead_task &task)
{
  return task.tiles + gridDim.x - 1;
}

/* One thread: has tiles loaded, until there are none: then a stage has its last
 * ticket, behind which no warp goes on.  The first phase of an empty stage
 * counts as over. */
template <typename T>
static __device__ __forceinline__ void
load_tiles (const ahead_task &task, uint32_t bytes, unsigned char *stages,
            ring<T> &r)
{
  const uint64_t policy = l2_policy_make (L2_EVICT_NORMAL);
  struct ticket is = r.first;
  struct ring_stage at = {};

  for (;;) {
    r.drawn[at.stage] = is;
    if (is.number < task.whole)
      async_load (stages + at.stage * bytes,
                  (const char *)task.of.of.src + (int64_t)is.number * bytes,
                  bytes, &r.full[at.stage], policy);
    else
      mbarrier_arrive (&r.full[at.stage]);
    if (is.number >= task.tiles)
      return;
    next_stage (&at, task);
    mbarrier_wait (&r.empty[at.stage], at.phase ^ 1);
    is = draw_ticket (task.of.tickets, last_ticket (task));
  }
}

/* Returns what this lane has of the words of a writer, of a whole tile in
 * shared memory. */
template <typename T, int words>
static __device__ __forceinline__ T
add_writer (const unsigned char *stage, int writer)
{
  const uint4 *from
      = (const uint4 *)stage + writer * words * WARP + lane_of_thread ();
  T sum = 0;

#pragma unroll
  for (int w = 0; w < words; w++) {
    const uint4 bits = from[w * WARP];
    word_of<T> word;

    memcpy (&word, &bits, sizeof word);
#pragma unroll
    for (int i = 1; i < word_elements<T> (); i++)
      word.at[0] += word.at[i];
    sum += word.at[0];
  }
  return sum;
}

/* The same of a tile that is not whole, in global memory. */
template <typename T, int words>
static __device__ __forceinline__ T
add_some (const T *from, int writer, int n)
{
  const int each = word_elements<T> ();
  T sum = 0;

  for (int w = 0; w < words; w++) {
    const int at = ((writer * words + w) * WARP + lane_of_thread ()) * each;

    for (int i = 0; i < each; i++)
      sum += at + i < n ? from[at + i] : T (0);
  }
  return sum;
}

/* Returns in lane l the sum that all lanes have of part l / 4.  In each step a
 * lane gives away half of its parts and is given the same half of the others by
 * its partner: nine exchanges, where each part by itself would take five. */
template <typename T>
static __device__ __forceinline__ T
add_parts (T (&part)[WRITERS])
{
  const int lane = lane_of_thread ();

#pragma unroll
  for (int half = WRITERS / 2, step = WARP / 2; half > 0; half /= 2, step /= 2)
#pragma unroll
    for (int k = 0; k < half; k++) {
      const bool upper = (lane & step) != 0;
      const T give = upper ? part[k] : part[k + half];

      part[k] = (upper ? part[k + half] : part[k])
                + __shfl_xor_sync (all_lanes, give, step);
    }
#pragma unroll
  for (int step = WARP / WRITERS / 2; step > 0; step /= 2)
    part[0] += __shfl_xor_sync (all_lanes, part[0], step);
  return part[0];
}

/* A warp: sums tiles, and what they have before each of their writers. */
template <typename T, int words>
static __device__ __forceinline__ void
add_tiles (const ahead_task &task, uint32_t bytes, const unsigned char *stages,
           ring<T> &r)
{
  const int each = WARP / WRITERS, lane = lane_of_thread ();
  published<bits_of<T>> *const tiles
      = (published<bits_of<T>> *)task.of.published;

  for (struct ring_stage at = {};; next_stage (&at, task)) {
    T part[WRITERS], sum, before;

    mbarrier_wait (&r.full[at.stage], at.phase);
    const struct ticket is = r.drawn[at.stage];
    const int64_t begin
        = (int64_t)is.number * tile_elements<T, words> (WRITER_THREADS);

    if (is.number < task.whole) {
#pragma unroll
      for (int w = 0; w < WRITERS; w++)
        part[w] = add_writer<T, words> (stages + at.stage * bytes, w);
    } else {
#pragma unroll
      for (int w = 0; w < WRITERS; w++)
        part[w] = add_some<T, words> (
            (const T *)task.of.of.src + begin, w,
            is.number < task.tiles ? (int)(task.of.of.n - begin) : 0);
    }
    sum = scan_lanes<each> (add_parts (part));
    before = lanes_before<each> (sum);
    if (lane == WARP - 1 && is.number < task.tiles)
      publish_sum (&tiles[is.number], is.launch, OWN, sum);
    __syncwarp ();
    if (lane % each == 0) {
      r.of_warp[at.stage][lane / each] = before;
      mbarrier_arrive (&r.known[at.stage]);
    }
    if (is.number >= task.tiles)
      return;
  }
}

/* One thread: waits for what is before tiles. */
template <typename T>
static __device__ __forceinline__ void
ask_sums (const ahead_task &task, ring<T> &r)
{
  const published<bits_of<T>> *const all
      = (const published<bits_of<T>> *)task.of.published + task.tiles;

  for (struct ring_stage at = {};; next_stage (&at, task)) {
    mbarrier_wait (&r.full[at.stage], at.phase);
    const struct ticket is = r.drawn[at.stage];
    T before = 0;

    if (is.number < task.tiles && is.number > 0)
      while (read_sum (&all[is.number - 1], is.launch, &before) == NONE)
        __nanosleep (PAUSE);
    r.before[at.stage] = before;
    mbarrier_arrive (&r.known[at.stage]);
    if (is.number >= task.tiles)
      return;
  }
}

/* A warp: publishes the sum of all up to each tile.  A row of 32 tiles is added
 * by the lanes in the same order, however many of them are there yet, so that
 * sums do not differ from launch to launch. */
template <typename T>
static __device__ __forceinline__ void
scan_sums (const ahead_task &task, unsigned launch)
{
  published<bits_of<T>> *const own = (published<bits_of<T>> *)task.of.published,
                               *const all = own + task.tiles;
  T total = 0;      /* of all rows before `row` */
  unsigned row = 0; /* the first tile of a row */
  int done = 0;     /* lanes of it that are published */

  while (row < task.tiles) {
    T sum[SCANNED_ROWS];
    unsigned there[SCANNED_ROWS];

#pragma unroll
    for (int k = 0; k < SCANNED_ROWS; k++) {
      const unsigned at = row + (unsigned)(k * WARP + lane_of_thread ());

      sum[k] = 0;
      there[k] = __ballot_sync (
          all_lanes,
          at >= task.tiles || read_sum (&own[at], launch, &sum[k]) != NONE);
    }
#pragma unroll
    for (int k = 0; k < SCANNED_ROWS; k++)
      sum[k] = scan_lanes (sum[k]);
    /* Rows in order, up to the first that is not whole. */
    for (int k = 0; k < SCANNED_ROWS; k++) {
      const int first = there[k] == all_lanes ? WARP : __ffs (~there[k]) - 1;
      const int lane = lane_of_thread ();

      if (lane >= done && lane < first && row + (unsigned)lane < task.tiles)
        publish_sum (&all[row + (unsigned)lane], launch, ALL, total + sum[k]);
      done = first % WARP;
      if (first < WARP)
        break;
      total += __shfl_sync (all_lanes, sum[k], WARP - 1);
      row += WARP;
    }
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
template <typename T, int words>
static __device__ __forceinline__ void
write_tiles (const ahead_task &task, uint32_t bytes,
             const unsigned char *stages, ring<T> &r)
{
  for (struct ring_stage at = {};; next_stage (&at, task)) {
    tile<T, words> held;

    mbarrier_wait (&r.known[at.stage], at.phase);
    const struct ticket is = r.drawn[at.stage];
    if (is.number >= task.tiles)
      return;
    const int64_t begin
        = (int64_t)is.number * tile_elements<T, words> (WRITER_THREADS);
    const T before
        = r.before[at.stage] + r.of_warp[at.stage][warp_of_thread ()];

    if (is.number < task.whole)
      take_words (held, stages + at.stage * bytes);
    else
      load_tile (held, (const T *)task.of.of.src, begin, task.of.of.n,
                 WRITER_THREADS);
    __syncwarp ();
    if (lane_of_thread () == 0)
      mbarrier_arrive (&r.empty[at.stage]);
    scan_warp (held);
    store_tile (held, before, task.of.of, begin, WRITER_THREADS);
  }
}
#endif

template <typename T, int words>
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
    mbarrier_init (r.known, task.stages, WRITERS + 1);
    r.first = draw_ticket (task.of.tickets, last_ticket (task));
  }
  __syncthreads ();
  if (warp_of_thread () < WRITERS)
    write_tiles<T, words> (task, bytes, stages, r);
  else if (warp_of_thread () == SCANNER) {
    if (r.first.number == 0)
      scan_sums<T> (task, r.first.launch);
  } else if (warp_of_thread () == ADDER)
    add_tiles<T, words> (task, bytes, stages, r);
  else if (lane_of_thread () == 0) {
    if (warp_of_thread () == ASKER)
      ask_sums (task, r);
    else
      load_tiles (task, bytes, stages, r);
  }
#endif
}

/* ---- Prepare ---- */

template <typename T, int words>
static int
make_typed (const gk_host *host, const gk_device *device, const gk_scan *p,
            int stages, void **state)
{
  const auto kernel = bulk_kernel<T, words>;
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
    r = make_look_back_task<T> (host, device, p, 2 * tiles, &task.of);
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
         && compiled_for ((const void *)bulk_kernel<float, 4>, 90);
}

int
scan_bulk_make (const gk_host *host, const gk_device *device, const gk_scan *p,
                int words, int stages, void **state)
{
  return scan_by_type (p, [=] (auto element) {
    typedef decltype (element) T;

    return (words == 4 ? make_typed<T, 4> : make_typed<T, 8>)(host, device, p,
                                                              stages, state);
  });
}

static int
bulk_prepare (const gk_host *host, const gk_device *device, const void *problem,
              const gk_value *values, void **state)
{
  return scan_bulk_make (host, device, (const gk_scan *)problem,
                         4 << values[0].i, (int)values[1].i, state);
}

extern "C" gk_variant
scan_bulk_variant (void)
{
  static const char *const words[] = { "4", "8", NULL };
  static const gk_option options[] = {
    cuda_choice ("words",
                 "words of 16 bytes that a thread holds: more make a tile "
                 "larger, but leave registers for fewer threads",
                 NULL, words, 1),
    cuda_number ("stages",
                 "tiles that a block has at a time: more hide the time in "
                 "which it waits for sums, but take shared memory from other "
                 "blocks",
                 NULL, 6, 2, MOST_STAGES),
  };
  gk_variant v = prepared_variant (bulk_prepare, options, GK_COUNT (options));

  v.capability = 90;
  return v;
}
