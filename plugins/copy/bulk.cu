/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The copy engine of each multiprocessor (sm_90 on): one instruction moves
 * kilobytes from memory to shared memory, another one moves them out again.
 *
 * No thread holds data: one thread a block starts copies and waits for them.
 * What is under way is bounded by shared memory, 227 KB of it, and no longer by
 * registers and resident threads, and memory sees long runs of reads and long
 * runs of writes, between which it turns round less often.
 *
 * Shared memory is a ring of stages.  A stage is filled, emptied, and filled
 * again as soon as what emptied it has read it; meanwhile the others are being
 * filled.  Blocks take pieces of a stage's size in turn, so that all of them
 * walk through memory together, or (order = contiguous) a stretch each.  With
 * blocks = 0 there are as many blocks as it takes to use each stage once, and
 * the device hands them to multiprocessors as these become free.
 *
 * On an H200 this is a fast way around 12 MB, where starting many blocks
 * counts: 9.2 us, as `hinted` takes, against 11.5 for the driver (`straight`
 * 8.6).  On large matrices it falls behind plain loads by a twentieth or more,
 * whatever the ring.
 *
 * Copies take multiples of 16 bytes.  In rows that begin elsewhere further
 * warps copy the bytes in front and behind.
 */
#include <cuda_runtime.h>

#include "async.cuh"
#include "move/kernel.cuh"
#include "policy.cuh"
#include "span.h"
#include "variants-cuda.h"

enum {
  most_stages = 16,
  edge_warps = 3,
  line = 128,
  reserve = 2048 /* bytes behind the ring, for the barriers */
};

struct plan {
  int64_t parts, pieces; /* of a row, in all */
  int64_t blocks;
  int64_t each, more;           /* pieces of a block; blocks with one more */
  int64_t step_rows, step_part; /* from a block's piece to its next */
  int stage, stages;            /* bytes, number */
  bool contiguous, edges;
  enum copy_policy load, store;
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
/* Where a piece lies.  A division takes as long as a small copy's first read,
 * so there is none where it can be helped. */
struct walk {
  int64_t row, part;
};

static __device__ __forceinline__ struct walk
walk_from (const struct plan &plan, int64_t piece)
{
  if (piece < plan.parts)
    return { 0, piece };
  return { piece / plan.parts, piece % plan.parts };
}

static __device__ __forceinline__ void
advance (struct walk *walk, const struct plan &plan)
{
  walk->row += plan.step_rows;
  walk->part += plan.step_part;
  if (walk->part >= plan.parts) {
    walk->part -= plan.parts;
    walk->row++;
  }
}

/* The whole words of a piece. */
struct piece {
  const unsigned char *src;
  unsigned char *dst;
  uint32_t bytes;
};

static __device__ __forceinline__ struct piece
piece_of (const struct copy_span &span, const struct plan &plan,
          const struct walk &walk)
{
  unsigned char *dst = span.dst + walk.row * span.dst_pitch;
  const unsigned char *src = span.src + walk.row * span.src_pitch;
  const int skew = (int)((uintptr_t)dst % line);
  const int64_t first = (skew + 15) & ~15;
  const int64_t last = (skew + span.bytes) & ~INT64_C (15);
  const int64_t begin = max (walk.part * plan.stage, first);
  const int64_t end = min ((walk.part + 1) * plan.stage, last);

  return { src + (begin - skew), dst + (begin - skew),
           end > begin ? (uint32_t)(end - begin) : 0 };
}

/* One thread keeps all stages of its block busy. */
static __device__ __forceinline__ void
pump (const struct copy_span &span, const struct plan &plan,
      unsigned char *room, uint64_t *full)
{
  const uint64_t load = copy_policy_make (plan.load);
  const uint64_t store = copy_policy_make (plan.store);
  const int64_t block = blockIdx.x;
  const int64_t n = plan.each + (block < plan.more);
  struct walk in = walk_from (
      plan,
      plan.contiguous ? block * plan.each + min (block, plan.more) : block);
  struct walk out = in;
  int64_t loaded = 0;
  int into = 0, from = 0;
  uint32_t phase = 0;

  async_init (full, plan.stages);
  for (; loaded < n && loaded < plan.stages; loaded++) {
    const struct piece p = piece_of (span, plan, in);

    async_load (room + into * plan.stage, p.src, p.bytes, full + into, load);
    advance (&in, plan);
    into = into + 1 == plan.stages ? 0 : into + 1;
  }
#pragma unroll 1
  for (int64_t k = 0; k < n; k++) {
    const struct piece p = piece_of (span, plan, out);

    async_wait (full + from, phase);
    async_store (p.dst, room + from * plan.stage, p.bytes, store);
    advance (&out, plan);
    from = from + 1 == plan.stages ? 0 : from + 1;
    phase ^= from == 0;

    /* The stage before this one, whose store has had time to read it. */
    if ((k > 0 || plan.stages == 1) && loaded < n) {
      const struct piece q = piece_of (span, plan, in);

      if (plan.stages == 1)
        async_drain<0> ();
      else
        async_drain<1> ();
      async_load (room + into * plan.stage, q.src, q.bytes, full + into, load);
      advance (&in, plan);
      into = into + 1 == plan.stages ? 0 : into + 1;
      loaded++;
    }
  }
  /* Shared memory goes with the block. */
  async_drain<0> ();
}

/* The bytes of rows around their whole words: a warp a row. */
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
    bulk (const struct copy_span span, const struct plan plan)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  extern __shared__ __align__ (128) unsigned char room[];
  __shared__ uint64_t full[most_stages];

  if (threadIdx.x == 0)
    pump (span, plan, room, full);
  else if (threadIdx.x >= 32)
    copy_edges (span);
#endif
}

/* Whether this device runs code that was made for sm_90 or later: a newer one
 * than the plugin was built for compiles the oldest code there is, which has no
 * bulk copies. */
static bool
is_made (void)
{
  struct cudaFuncAttributes made;

  return cudaFuncGetAttributes (&made, bulk) == cudaSuccess
         && made.ptxVersion >= 90;
}

/* How many blocks there are, and how many pieces each has. */
static void
deal_out (const gk_device *device, int64_t blocks, struct plan *plan)
{
  const int64_t n = blocks > 0 ? blocks * device->units
                               : move_parts (plan->pieces, plan->stages);
  const int64_t least = plan->pieces < n ? plan->pieces : n;

  plan->blocks = least < MOVE_MAX_GRID_X ? least : MOVE_MAX_GRID_X;
  plan->each = plan->pieces / plan->blocks;
  plan->more = plan->pieces % plan->blocks;
  plan->step_rows = plan->contiguous ? 0 : plan->blocks / plan->parts;
  plan->step_part = plan->contiguous ? 1 : plan->blocks % plan->parts;
}

/* Shared memory for a block, or what there is too little of. */
static int
take_room (const gk_host *host, const gk_device *device,
           const struct plan *plan)
{
  const int64_t room = (int64_t)plan->stage * plan->stages;
  int most = 0;
  cudaError_t e = cudaDeviceGetAttribute (
      &most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device->ordinal);

  if (e == cudaSuccess && room > most - reserve) {
    host->error (host,
                 "%d stages of %d bytes do not fit in the %d bytes of shared "
                 "memory that a block can have",
                 plan->stages, plan->stage, most);
    return GK_SKIP;
  }
  if (e == cudaSuccess)
    e = cudaFuncSetAttribute (bulk, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              most - reserve);
  if (e == cudaSuccess)
    e = cudaFuncSetAttribute (bulk,
                              cudaFuncAttributePreferredSharedMemoryCarveout,
                              cudaSharedmemCarveoutMaxShared);
  if (e == cudaSuccess)
    return GK_OK;
  host->error (host, "shared memory can't be set up: %s",
               cudaGetErrorString (e));
  return GK_FAIL;
}

extern "C" int
copy_bulk_prepare (const gk_host *host, const gk_device *device,
                   const void *problem, const gk_value *values, void **state)
{
  const struct copy_span span = copy_span ((const gk_copy *)problem);
  struct plan plan = {};
  struct plan *s;
  int r;

  if (!copy_span_in_step (&span)) {
    host->error (host, "rows of src and dst begin at different distances "
                       "from a multiple of 16 bytes; use the variant aligned");
    return GK_SKIP;
  }
  if (!is_made ()) {
    host->error (host, "this build has no code for the device; configure with "
                       "its compute capability in --with-cuda-arch");
    return GK_SKIP;
  }
  plan.stage = 1024 << values[COPY_BULK_STAGE].i;
  plan.stages = (int)values[COPY_BULK_STAGES].i;
  plan.contiguous = values[COPY_BULK_ORDER].i != 0;
  plan.load = (enum copy_policy)values[COPY_BULK_LOAD].i;
  plan.store = (enum copy_policy)values[COPY_BULK_STORE].i;
  plan.edges = !copy_span_whole (&span);
  plan.parts = move_parts (
      span.bytes + (plan.edges || (uintptr_t)span.dst % line ? line - 1 : 0),
      plan.stage);
  plan.pieces = plan.parts * span.rows;
  deal_out (device, values[COPY_BULK_BLOCKS].i, &plan);
  r = take_room (host, device, &plan);
  if (r != GK_OK)
    return r;
  s = (struct plan *)host->alloc (host, sizeof *s);
  if (!s)
    return GK_FAIL;
  *s = plan;
  *state = s;
  return GK_OK;
}

extern "C" int
copy_bulk (const gk_host *host, const void *problem, void *state, void *stream)
{
  const struct copy_span span = copy_span ((const gk_copy *)problem);
  const struct plan *s = (const struct plan *)state;

  bulk<<<(unsigned)s->blocks, s->edges ? 32 * (1 + edge_warps) : 32,
         (size_t)(s->stage * s->stages), (cudaStream_t)stream>>> (span, *s);
  return cuda_launched (host, cudaGetLastError ());
}

extern "C" void
copy_bulk_release (const gk_host *host, void *state)
{
  host->free (host, state);
}
