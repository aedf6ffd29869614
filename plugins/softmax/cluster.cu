/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cluster: a cluster of blocks holds a long row in the shared memory of several
 * multiprocessors (sm_90 on), so that it is read once, however long: up to
 * 1.8 MB.
 *
 * Each block has an equal part of the row's words, which one bulk copy (TMA)
 * loads.  For each of the two steps the blocks write what they have into each
 * other's shared memory (distributed shared memory), wait for all of the
 * cluster, and join these numbers in the order of ranks, so that all have the
 * same.  The first block has the single elements at both ends, too.
 *
 * A block loads, computes and stores in turn: only others on its
 * multiprocessor keep memory busy meanwhile.  So a cluster has so many blocks
 * that each has 32 KB where the row allows, and several are resident.
 */
#include "cuda/cluster.cuh"
#include "cuda/compiled-for.cuh"
#include "cuda/l2-policy.cuh"
#include "cuda/prepared.cuh"
#include "group.cuh"
#include "make.h"
#include "row.cuh"

enum {
  MOST_BLOCKS = 8, /* that every device with clusters has */
  MOST_CLUSTER_THREADS = 1024,
  PART = 32 << 10,      /* bytes of a block, where a row allows */
  LEAST_PART = 4 << 10, /* bytes that are worth a block */
  RESERVE = 2048        /* bytes beside the row: numbers and a barrier */
};

struct cluster_task {
  softmax_task of;
  int blocks; /* of a cluster */
};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
/* Returns what the blocks of the cluster have together.  of_rank: of the same
 * place in all of them; not used again before the next call but one. */
template <join_two join>
static __device__ __forceinline__ float
join_cluster (float x, float zero, float *of_rank, int rank, int blocks)
{
  if ((int)threadIdx.x < blocks)
    cluster_store (of_rank + rank, (int)threadIdx.x, x);
  cluster_sync ();
  x = zero;
  for (int k = 0; k < blocks; k++)
    x = join (x, of_rank[k]);
  return x;
}
#endif

template <typename T, int op>
static __global__ void
__launch_bounds__ (MOST_CLUSTER_THREADS) cluster_kernel (const cluster_task t)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  extern __shared__ __align__ (128) unsigned char room[];
  __shared__ uint64_t full;
  __shared__ float of_warp[2][32], of_rank[2][MOST_BLOCKS];
  const int rank = cluster_rank ();
  const row_span<T> r (t.of, cluster_number ());
  const int64_t begin = r.words * rank / t.blocks;
  const int n = (int)(r.words * (rank + 1) / t.blocks - begin);
  const int64_t at = rank == 0 ? r.edge ((int)threadIdx.x) : -1;
  const uint4 *word = (const uint4 *)room;
  float first = first_zero<op> (), sum = 0, edge = 0, shift, factor;

  if (threadIdx.x == 0) {
    mbarrier_init (&full, 1, 1);
    async_load (room, r.from () + begin, (uint32_t)n * 16, &full,
                l2_policy_make (L2_EVICT_NORMAL));
  }
  if (at >= 0)
    edge = as_float (r.src[at]);
  /* All threads see the barrier, and all blocks have begun. */
  cluster_sync ();
  mbarrier_wait (&full, 0);

#pragma unroll 4
  for (int i = (int)threadIdx.x; i < n; i += (int)blockDim.x)
    first = first_join<op> (first, first_of_word<op, T> (word[i]));
  if (at >= 0)
    first = first_join<op> (first, edge);
  first = join_block<first_join<op>> (first, first_zero<op> (), of_warp[0]);
  first = join_cluster<first_join<op>> (first, first_zero<op> (), of_rank[0],
                                        rank, t.blocks);
  shift = shift_of<op> (first, r.cols);

#pragma unroll 4
  for (int i = (int)threadIdx.x; i < n; i += (int)blockDim.x)
    sum += second_of_word<op, T> (word[i], shift);
  if (at >= 0)
    sum += second_of<op> (edge, shift);
  sum = join_block<add_two> (sum, 0, of_warp[1]);
  /* From here on no block writes to another. */
  sum = join_cluster<add_two> (sum, 0, of_rank[1], rank, t.blocks);
  factor = factor_of<op> (sum, r.cols);

#pragma unroll 4
  for (int i = (int)threadIdx.x; i < n; i += (int)blockDim.x)
    r.to ()[begin + i] = result_of_word<op, T> (word[i], shift, factor);
  store_edge<op> (r, at, edge, shift, factor);
#endif
}

/* ---- Launches ---- */

/* The bytes of a block's part, at most, wherever the row begins. */
static int64_t
part_bytes (const gk_softmax *p, int blocks)
{
  return (softmax_row_words (p) + blocks - 1) / blocks * 16;
}

static int64_t
most_bytes (const gk_device *device)
{
  return (int64_t)device->shared_bytes - RESERVE;
}

extern "C" bool
softmax_cluster_fits (const gk_device *device, const gk_softmax *p)
{
  return device->capability >= 90
         && part_bytes (p, MOST_BLOCKS) <= most_bytes (device)
         && p->rows <= INT32_MAX / MOST_BLOCKS
         && compiled_for (
             (const void *)cluster_kernel<float, GK_SOFTMAX_SOFTMAX>, 90);
}

/* As few blocks as have little enough of a row each; more where rows are too
 * few for all multiprocessors. */
static int
choose_blocks (const gk_device *device, const gk_softmax *p)
{
  int blocks = 1;

  while (blocks < MOST_BLOCKS && part_bytes (p, blocks) > PART)
    blocks *= 2;
  while (blocks < MOST_BLOCKS && p->rows * blocks < device->units
         && part_bytes (p, 2 * blocks) >= LEAST_PART)
    blocks *= 2;
  return blocks;
}

static int
check_cluster (const gk_host *host, const gk_device *device,
               const gk_softmax *p, int blocks)
{
  if (part_bytes (p, blocks) > most_bytes (device)) {
    host->error (host,
                 "a row does not fit in the shared memory of a cluster of %d "
                 "blocks, %lld bytes; best chooses another variant",
                 blocks, (long long)(most_bytes (device) * blocks));
    return GK_SKIP;
  }
  if (p->rows > INT32_MAX / blocks) {
    host->error (host, "a grid has no clusters for more than %d rows",
                 INT32_MAX / blocks);
    return GK_SKIP;
  }
  return GK_OK;
}

extern "C" int
softmax_cluster_make (const gk_host *host, const gk_device *device,
                      const gk_softmax *p, int blocks, void **state)
{
  cluster_task t = { softmax_task_of (p), blocks };
  prepared_shape shape = {};
  int64_t part;
  int r;

  if (t.blocks == 0)
    t.blocks = choose_blocks (device, p);
  r = check_cluster (host, device, p, t.blocks);
  if (r != GK_OK)
    return r;
  part = part_bytes (p, t.blocks);
  shape.grid = dim3 ((unsigned)(p->rows * t.blocks));
  shape.block = dim3 (part <= PART       ? 256
                      : part <= 3 * PART ? 512
                                         : MOST_CLUSTER_THREADS);
  shape.shared = part > 16 ? (int)part : 16;
  shape.carveout = cudaSharedmemCarveoutMaxShared;
  shape.cluster = t.blocks;
  return softmax_by_type (p, [&] (auto element, auto operation) {
    const auto kernel
        = cluster_kernel<decltype (element), decltype (operation)::op>;
    const int code = check_code (host, (const void *)kernel, 90);

    return code != GK_OK ? code : prepared_make (host, kernel, shape, t, state);
  });
}

static int
cluster_prepare (const gk_host *host, const gk_device *device,
                 const void *problem, const gk_value *values, void **state)
{
  const int blocks = values[0].i == 0 ? 0 : 1 << values[0].i;

  return softmax_cluster_make (host, device, (const gk_softmax *)problem,
                               blocks, state);
}

extern "C" gk_variant
softmax_cluster_variant (void)
{
  static const char *const blocks[] = { "auto", "2", "4", "8", NULL };
  static const gk_option options[] = { cuda_choice (
      "blocks",
      "blocks of a cluster: with more, each has less of a row, so that several "
      "fit on a multiprocessor; with fewer, fewer wait for each other",
      NULL, blocks, 0) };
  gk_variant v
      = prepared_variant (cluster_prepare, options, GK_COUNT (options));

  v.capability = 90;
  return v;
}
