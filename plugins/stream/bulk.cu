/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bulk: the Tensor Memory Accelerator (TMA, sm_90 on) loads both arrays.  One
 * instruction moves kilobytes from global to shared memory, so that the bytes
 * in flight use no registers and no instructions of the threads that compute.
 *
 * Shared memory is a ring of stages, each with a piece of x and the same piece
 * of y, and a barrier that counts their bytes.  A block takes every gridDim-th
 * piece.  All of its threads wait for a stage, compute it and write the results
 * from registers; when all have read it, the first thread has it loaded again.
 *
 * Bulk copies move multiples of 16 bytes, and arrays begin at such: the
 * elements after the last whole word have a thread each.  A copy is that of the
 * family copy, which needs no thread to move data at all.
 */
#include "cuda/async-copy.cuh"
#include "cuda/compiled-for.cuh"
#include "cuda/l2-policy.cuh"

#include "as-copy.h"
#include "dot.cuh"
#include "move/kernel.cuh"

enum {
  BULK_THREADS = 256,
  MOST_STAGES = 8,
  RESERVE = 2048 /* bytes beside the ring: barriers, and sums of warps */
};

struct stage_task {
  dot_task dot;      /* with the arrays, also where this is no dot */
  int64_t pieces;    /* of the whole words */
  int stage, stages; /* bytes of a piece, number of stages */
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
/* Returns the bytes of a piece. */
static __device__ __forceinline__ uint32_t
piece_bytes (const stage_task &task, int64_t piece, int64_t whole)
{
  return (uint32_t)min ((int64_t)task.stage, whole - piece * task.stage);
}

/* The first thread: loads a piece into a stage. */
template <bool has_y>
static __device__ __forceinline__ void
load_piece (const stage_task &task, int64_t piece, int64_t whole,
            unsigned char *room, uint64_t *full, uint64_t policy)
{
  const uint32_t bytes = piece_bytes (task, piece, whole);
  const int64_t at = piece * task.stage;

  /* One arrival, before which the bytes of both must be expected. */
  mbarrier_expect (full, has_y ? 2 * bytes : bytes);
  async_load_expected (room, (const char *)task.dot.of.x + at, bytes, full,
                       policy);
  if (has_y)
    async_load_expected (room + task.stage, (const char *)task.dot.of.y + at,
                         bytes, full, policy);
}

/* Calls f (word of x, word of y, its number) for each word of this thread. */
template <bool has_y, typename F>
static __device__ __forceinline__ void
for_each_word (const stage_task &task, int64_t whole, unsigned char *room,
               uint64_t *full, const F &f)
{
  const int size = has_y ? 2 * task.stage : task.stage;
  const uint64_t policy = l2_policy_make (L2_EVICT_FIRST);
  int64_t next = blockIdx.x; /* the first thread's: to be loaded */
  int stage = 0;
  uint32_t phase = 0;

  if (threadIdx.x == 0) {
    mbarrier_init (full, task.stages, 1);
    for (int k = 0; k < task.stages && next < task.pieces; k++) {
      load_piece<has_y> (task, next, whole, room + k * size, full + k, policy);
      next += gridDim.x;
    }
  }
  __syncthreads ();
#pragma unroll 1
  for (int64_t piece = blockIdx.x; piece < task.pieces; piece += gridDim.x) {
    const int words = (int)(piece_bytes (task, piece, whole) / 16);
    const uint4 *x = (const uint4 *)(room + stage * size);
    const uint4 *y = (const uint4 *)(room + stage * size + task.stage);

    mbarrier_wait (full + stage, phase);
#pragma unroll 4
    for (int i = (int)threadIdx.x; i < words; i += BULK_THREADS)
      f (x[i], has_y ? y[i] : x[i], piece * (task.stage / 16) + i);
    __syncthreads ();
    if (threadIdx.x == 0 && next < task.pieces) {
      async_fence ();
      load_piece<has_y> (task, next, whole, room + stage * size, full + stage,
                         policy);
      next += gridDim.x;
    }
    stage = stage + 1 == task.stages ? 0 : stage + 1;
    phase ^= stage == 0;
  }
}
#endif

template <typename T, int op>
static __global__ void
__launch_bounds__ (BULK_THREADS) bulk_kernel (const stage_task task)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  extern __shared__ __align__ (128) unsigned char room[];
  __shared__ uint64_t full[MOST_STAGES];
  const stream_task &s = task.dot.of;
  const int each = 16 / (int)sizeof (T);
  const int64_t whole = s.n / each * 16; /* bytes */

  for_each_word<stream_has_y<op> ()> (
      task, whole, room, full, [&] (uint4 x, uint4 y, int64_t at) {
        const T *a = (const T *)&x, *b = (const T *)&y;
        uint4 word;
        T *to = (T *)&word;

#pragma unroll
        for (int i = 0; i < each; i++)
          to[i] = stream_element<op> (a[i], b[i]);
        ((uint4 *)s.dst)[at] = word;
      });
  if (blockIdx.x == 0 && threadIdx.x < s.n % each)
    stream_store_one<T, op> (s, s.n / each * each + threadIdx.x);
#endif
}

template <typename T>
static __global__ void
__launch_bounds__ (BULK_THREADS) bulk_dot (const stage_task task)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  extern __shared__ __align__ (128) unsigned char room[];
  __shared__ uint64_t full[MOST_STAGES];
  const stream_task &s = task.dot.of;
  const int each = 16 / (int)sizeof (T);
  const int64_t whole = s.n / each * 16, last = s.n / each * each;
  const unsigned launch = dot_launch (task.dot);
  sum_of<T> sum = 0;

  for_each_word<true> (task, whole, room, full,
                       [&] (uint4 x, uint4 y, int64_t) {
                         const T *a = (const T *)&x, *b = (const T *)&y;

#pragma unroll
                         for (int i = 0; i < each; i++)
                           sum = add (sum, stream_product (a[i], b[i]));
                       });
  if (blockIdx.x == 0 && threadIdx.x < s.n - last)
    sum = add (sum, stream_product (((const T *)s.x)[last + threadIdx.x],
                                    ((const T *)s.y)[last + threadIdx.x]));
  dot_end (task.dot, launch, sum);
#endif
}

/* ---- The launch ---- */

enum { STAGE, STAGES, N_OPTIONS };

/* Sets the launch: as many blocks as the shared memory of all multiprocessors
 * has room for.  GK_SKIP, after a message, where a block has too little. */
static int
set_shape (const gk_host *host, const gk_device *device, const gk_stream *p,
           stage_task *task, prepared_shape *shape)
{
  const int arrays = p->op >= GK_STREAM_ADD ? 2 : 1;
  const int element = stream_as_copy (p).element;
  const int64_t whole = p->n * element / 16 * 16;
  const int bytes = task->stage * task->stages * arrays;
  const int most = (int)device->shared_bytes - RESERVE;
  int64_t blocks;

  if (device->shared_bytes > 0 && bytes > most) {
    host->error (host,
                 "%d stages of %d bytes of %d arrays do not fit in the %d "
                 "bytes of shared memory that a block can have",
                 task->stages, task->stage, arrays, most);
    return GK_SKIP;
  }
  task->pieces = move_parts (whole, task->stage);
  /* A multiprocessor has 1 KB more than a block can have. */
  blocks = (device->shared_bytes + 1024) / (bytes + RESERVE);
  blocks = blocks < 1 ? 1 : blocks > 8 ? 8 : blocks;
  blocks *= device->units;
  blocks = task->pieces < blocks ? task->pieces : blocks;
  shape->grid = dim3 ((unsigned)(blocks > 0 ? blocks : 1));
  shape->block = dim3 (BULK_THREADS);
  shape->shared = bytes;
  shape->carveout = cudaSharedmemCarveoutMaxShared;
  return GK_OK;
}

template <typename T>
static int
make_dot (const gk_host *host, const gk_device *device,
          const prepared_shape &shape, stage_task *task, void **state)
{
  int r = check_code (host, (const void *)bulk_dot<T>, 90);

  if (r == GK_OK && shape.grid.x > 1)
    r = make_blocks_room<sum_of<T>> (host, device, 1, shape.grid.x,
                                     &task->dot.room);
  return r != GK_OK ? r
                    : prepared_make (host, bulk_dot<T>, shape, *task, state);
}

static int
bulk_copy_prepare (const gk_host *host, const gk_device *device,
                   const gk_stream *p, const gk_value *values, void **state)
{
  const gk_variant v = copy_bulk_variant ();
  const gk_copy c = stream_as_copy (p);
  gk_value all[16] = {};

  for (uint32_t i = 0; i < v.n_options && i < 16; i++)
    all[i] = v.options[i].value;
  /* The first two are these; its stages begin at 1024 bytes. */
  all[0].i = values[STAGE].i + 1;
  all[1] = values[STAGES];
  return v.prepare (host, device, &c, all, state);
}

static int
bulk_prepare (const gk_host *host, const gk_device *device, const void *problem,
              const gk_value *values, void **state)
{
  const gk_stream *p = (const gk_stream *)problem;
  stage_task task = {};
  prepared_shape shape = {};
  int r;

  if (p->op == GK_STREAM_COPY)
    return bulk_copy_prepare (host, device, p, values, state);
  task.dot.of = stream_task_of (p);
  task.stage = 2048 << values[STAGE].i;
  task.stages = (int)values[STAGES].i;
  r = set_shape (host, device, p, &task, &shape);
  if (r != GK_OK)
    return r;
  if (p->op == GK_STREAM_DOT)
    return stream_by_dtype (p, [&] (auto element) {
      return make_dot<decltype (element)> (host, device, shape, &task, state);
    });
  return stream_by_type (p, [&] (auto element, auto operation) {
    const auto kernel
        = bulk_kernel<decltype (element), decltype (operation)::op>;
    const int code = check_code (host, (const void *)kernel, 90);

    return code != GK_OK ? code
                         : prepared_make (host, kernel, shape, task, state);
  });
}

extern "C" gk_variant
stream_bulk_variant (void)
{
  static const char *const stages[]
      = { "2048", "4096", "8192", "16384", "32768", NULL };
  static const gk_option options[N_OPTIONS]
      = { cuda_choice ("stage",
                       "bytes of an array per bulk copy: more are longer runs "
                       "for memory, but fewer copies fit in shared memory",
                       "bytes", stages, 2),
          cuda_number ("stages",
                       "pieces in flight per block: more hide latency, but "
                       "take shared memory from other blocks",
                       NULL, 4, 1, MOST_STAGES) };
  gk_variant v = prepared_variant (bulk_prepare, options, GK_COUNT (options));

  v.capability = 90;
  return v;
}
