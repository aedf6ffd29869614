/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bulk: copies by the Tensor Memory Accelerator (TMA) of each multiprocessor
 * (sm_90 on).  One instruction moves kilobytes from global to shared memory,
 * another one moves them back.
 *
 * No thread holds data: one thread per block starts copies and waits for them.
 * The bytes in flight are limited by shared memory, 227 KB, instead of
 * registers and occupancy, and DRAM gets long runs of reads and long runs of
 * writes, so it turns around between them less often.
 *
 * Shared memory is a ring of stages (software pipelining).  A stage is loaded,
 * stored, and loaded again as soon as the store has read it; meanwhile the
 * other stages are being loaded.  Blocks take pieces of a stage's size in turn,
 * so that all blocks work at one front of memory, or (order = contiguous) each
 * block copies a contiguous range.  With blocks_per_sm = 0 there are as many
 * blocks as are needed to use each stage once, and the device assigns them to
 * multiprocessors as these become free.
 *
 * On an H200 this variant is fast around 12 MB, where the number of blocks to
 * start matters: 9.2 us, as `hinted` takes, against 11.5 for the driver and 8.6
 * for `no-loop`.  On large matrices it is slower than plain loads by 5 % or
 * more, whatever the ring.
 *
 * Bulk copies move multiples of 16 bytes.  In rows of other alignments
 * additional warps copy the bytes before and after the whole words.
 */
#include <cuda_runtime.h>

#include "cuda/async-copy.cuh"
#include "cuda/compiled-for.cuh"
#include "cuda/l2-policy.cuh"
#include "cuda/prepared.cuh"
#include "make.h"
#include "move/kernel.cuh"

enum {
  most_stages = 16,
  edge_warps = 3,
  line = 128,
  reserve = 2048 /* bytes after the ring, for the barriers */
};

struct bulk_task {
  struct copy_span span;
  int64_t parts, pieces; /* pieces of a row, pieces in all */
  int64_t blocks;
  int64_t each, more;           /* pieces of a block; blocks with one more */
  int64_t step_rows, step_part; /* from a block's piece to its next one */
  int stage, stages;            /* bytes of a stage, number of stages */
  bool contiguous, edges;
  enum l2_policy load, store;
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
/* The position of a piece.  A division takes as long as a small copy's first
 * read, so it is avoided where possible. */
struct bulk_position {
  int64_t row, part;
};

static __device__ __forceinline__ struct bulk_position
position_of (const struct bulk_task &task, int64_t piece)
{
  if (piece < task.parts)
    return { 0, piece };
  return { piece / task.parts, piece % task.parts };
}

static __device__ __forceinline__ void
advance_position (struct bulk_position *at, const struct bulk_task &task)
{
  at->row += task.step_rows;
  at->part += task.step_part;
  if (at->part >= task.parts) {
    at->part -= task.parts;
    at->row++;
  }
}

/* The whole words of a piece. */
struct bulk_piece {
  const unsigned char *src;
  unsigned char *dst;
  uint32_t bytes;
};

static __device__ __forceinline__ struct bulk_piece
piece_of (const struct bulk_task &task, const struct bulk_position &at)
{
  const struct copy_span &span = task.span;
  unsigned char *dst = span.dst + at.row * span.dst_pitch;
  const unsigned char *src = span.src + at.row * span.src_pitch;
  const int skew = (int)((uintptr_t)dst % line);
  const int64_t first = (skew + 15) & ~15;
  const int64_t last = (skew + span.bytes) & ~INT64_C (15);
  const int64_t begin = max (at.part * task.stage, first);
  const int64_t end = min ((at.part + 1) * task.stage, last);

  return { src + (begin - skew), dst + (begin - skew),
           end > begin ? (uint32_t)(end - begin) : 0 };
}

/* One thread keeps all stages of its block busy. */
static __device__ __forceinline__ void
pump_stages (const struct bulk_task &task, unsigned char *room, uint64_t *full)
{
  const uint64_t load = l2_policy_make (task.load);
  const uint64_t store = l2_policy_make (task.store);
  const int64_t block = blockIdx.x;
  const int64_t n = task.each + (block < task.more);
  struct bulk_position in = position_of (
      task,
      task.contiguous ? block * task.each + min (block, task.more) : block);
  struct bulk_position out = in;
  int64_t loaded = 0;
  int into = 0, from = 0;
  uint32_t phase = 0;

  mbarrier_init (full, task.stages, 1);
  for (; loaded < n && loaded < task.stages; loaded++) {
    const struct bulk_piece p = piece_of (task, in);

    async_load (room + into * task.stage, p.src, p.bytes, full + into, load);
    advance_position (&in, task);
    into = into + 1 == task.stages ? 0 : into + 1;
  }
#pragma unroll 1
  for (int64_t k = 0; k < n; k++) {
    const struct bulk_piece p = piece_of (task, out);

    mbarrier_wait (full + from, phase);
    async_store (p.dst, room + from * task.stage, p.bytes, store);
    advance_position (&out, task);
    from = from + 1 == task.stages ? 0 : from + 1;
    phase ^= from == 0;

    /* The stage before this one: its store has had time to read it. */
    if ((k > 0 || task.stages == 1) && loaded < n) {
      const struct bulk_piece q = piece_of (task, in);

      if (task.stages == 1)
        async_drain<0> ();
      else
        async_drain<1> ();
      async_load (room + into * task.stage, q.src, q.bytes, full + into, load);
      advance_position (&in, task);
      into = into + 1 == task.stages ? 0 : into + 1;
      loaded++;
    }
  }
  /* Shared memory is released when the block ends. */
  async_drain<0> ();
}

/* Copies the bytes before and after the whole words of rows, a warp per row. */
static __device__ __forceinline__ void
copy_edges (const struct copy_span &span)
{
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32 - 1;

#pragma unroll 1
  for (int64_t row = (int64_t)blockIdx.x * edge_warps + warp; row < span.rows;
       row += (int64_t)gridDim.x * edge_warps) {
    unsigned char *dst = span.dst + row * span.dst_pitch;
    const unsigned char *src = span.src + row * span.src_pitch;
    const int skew = (int)((uintptr_t)dst % 16);
    const int64_t head = (16 - skew) % 16;
    const int64_t last = ((skew + span.bytes) & ~INT64_C (15)) - skew;
    const int64_t at = lane < 16 ? lane : last + lane - 16;

    if (lane < 16 ? at < head && at < span.bytes
                  : last >= head && at < span.bytes)
      dst[at] = src[at];
  }
}
#endif

static __global__ void __launch_bounds__ (32 * (1 + edge_warps))
    bulk_copy (const struct bulk_task task)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  extern __shared__ __align__ (128) unsigned char room[];
  __shared__ uint64_t full[most_stages];

  if (threadIdx.x == 0)
    pump_stages (task, room, full);
  else if (threadIdx.x >= 32)
    copy_edges (task.span);
#endif
}

/* Sets the number of blocks and the pieces of each. */
static void
deal_out (const gk_device *device, int64_t per_sm, struct bulk_task *task)
{
  const int64_t n = per_sm > 0 ? per_sm * device->units
                               : move_parts (task->pieces, task->stages);
  const int64_t least = task->pieces < n ? task->pieces : n;

  task->blocks = least < MOVE_MAX_GRID_X ? least : MOVE_MAX_GRID_X;
  task->each = task->pieces / task->blocks;
  task->more = task->pieces % task->blocks;
  task->step_rows = task->contiguous ? 0 : task->blocks / task->parts;
  task->step_part = task->contiguous ? 1 : task->blocks % task->parts;
}

/* Checks that the ring fits the shared memory of a block, where that is
 * known. */
static int
has_room (const gk_host *host, const gk_device *device,
          const struct bulk_task *task)
{
  const int most = (int)device->shared_bytes - reserve;

  if (device->shared_bytes == 0 || (int64_t)task->stage * task->stages <= most)
    return GK_OK;
  host->error (host,
               "%d stages of %d bytes do not fit in the %d bytes of shared "
               "memory that a block can have",
               task->stages, task->stage, most);
  return GK_SKIP;
}

/* The indices of the options. */
enum { STAGE, STAGES, BLOCKS_PER_SM, ORDER, LOAD, STORE, N_OPTIONS };

static struct bulk_task
task_of (const struct copy_span *span, const gk_device *device,
         const gk_value *values)
{
  const bool edges = !copy_span_whole (span);
  struct bulk_task task = {};

  task.span = *span;
  task.stage = 1024 << values[STAGE].i;
  task.stages = (int)values[STAGES].i;
  task.contiguous = values[ORDER].i != 0;
  task.load = (enum l2_policy)values[LOAD].i;
  task.store = (enum l2_policy)values[STORE].i;
  task.parts = move_parts (
      span->bytes + (edges || (uintptr_t)span->dst % line ? line - 1 : 0),
      task.stage);
  task.pieces = task.parts * span->rows;
  deal_out (device, values[BLOCKS_PER_SM].i, &task);
  return task;
}

static int
bulk_prepare (const gk_host *host, const gk_device *device, const void *problem,
              const gk_value *values, void **state)
{
  const struct copy_span span = copy_span ((const gk_copy *)problem);
  const struct bulk_task task = task_of (&span, device, values);
  struct prepared_shape shape = {};
  int r;

  if (!copy_span_in_step (&span)) {
    host->error (host, "rows of src and dst begin at different distances "
                       "from a multiple of 16 bytes; use the variant aligned");
    return GK_SKIP;
  }
  if (!compiled_for ((const void *)bulk_copy, 90)) {
    host->error (host, "this build has no code for the device; configure with "
                       "its compute capability in --with-cuda-arch");
    return GK_SKIP;
  }
  r = has_room (host, device, &task);
  if (r != GK_OK)
    return r;
  shape.grid = dim3 ((unsigned)task.blocks);
  shape.block = copy_span_whole (&span) ? 32 : 32 * (1 + edge_warps);
  shape.shared = task.stage * task.stages;
  shape.carveout = cudaSharedmemCarveoutMaxShared;
  return prepared_make (host, bulk_copy, shape, task, state);
}

extern "C" gk_variant
copy_bulk_variant (void)
{
  static const char *const policies[] = L2_POLICY_NAMES;
  static const char *const stages[]
      = { "1024", "2048", "4096", "8192", "16384", "32768", "65536", NULL };
  static const char *const orders[] = { "interleaved", "contiguous", NULL };
  static const gk_option options[N_OPTIONS]
      = { cuda_choice ("stage",
                       "bytes per bulk copy: more are longer runs for memory, "
                       "but fewer copies fit in shared memory",
                       "bytes", stages, 4),
          cuda_number ("stages",
                       "bulk copies in flight per block: more hide latency, "
                       "but take shared memory from other blocks",
                       NULL, 3, 1, most_stages),
          cuda_number ("blocks_per_sm",
                       "persistent blocks on each multiprocessor; 0: as many "
                       "blocks as it takes to use each stage once",
                       "blocks", 3, 0, 32),
          cuda_choice ("order",
                       "whether blocks take pieces in turn, all at one front "
                       "of memory, or a contiguous range each",
                       NULL, orders, 0),
          cuda_choice ("load", L2_LOAD_HELP, NULL, policies, L2_EVICT_NORMAL),
          cuda_choice ("store", L2_STORE_HELP, NULL, policies,
                       L2_EVICT_NORMAL) };
  gk_variant v = prepared_variant (bulk_prepare, options, GK_COUNT (options));

  v.capability = 90;
  return v;
}
