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
 * that each has 32 KB where the row allows, and several are resident.  Of rows
 * of 1 MiB eight blocks have 128 KB each, and are alone: cluster-ahead.cu loads
 * the next row meanwhile, and sixteen blocks, which not every device has, have
 * half as much.
 */
#include "cluster-part.cuh"

enum {
  LEAST_PART = 4 << 10, /* bytes that are worth a block */
  RESERVE = 2048        /* bytes beside the row: numbers and a barrier */
};

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
  const row_part part = part_of_row (r, rank, t.blocks);
  const int n = part.n;
  const int64_t at = rank == 0 ? r.edge ((int)threadIdx.x) : -1;
  const uint4 *word = (const uint4 *)room;
  float first = first_zero<op> (), sum = 0, edge = 0, shift, factor;

  if (threadIdx.x == 0) {
    mbarrier_init (&full, 1, 1);
    load_part (room, r, part, &full);
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
    r.to ()[part.begin + i] = result_of_word<op, T> (word[i], shift, factor);
  store_edge<op> (r, at, edge, shift, factor);
#endif
}

/* ---- Launches ---- */

/* The bytes of a block's part, at most, wherever the row begins. */
static int64_t
part_bytes (const gk_softmax *p, int blocks)
{
  const int64_t words = p->cols / (16 / softmax_element_bytes (p));

  return (words + blocks - 1) / blocks * 16;
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
         && part_bytes (p, PORTABLE_BLOCKS) <= most_bytes (device)
         && p->rows <= INT32_MAX / PORTABLE_BLOCKS
         && compiled_for (
             (const void *)cluster_kernel<float, GK_SOFTMAX_SOFTMAX>, 90);
}

/* As few blocks as have little enough of a row each; more where rows are too
 * few for all multiprocessors. */
static int
choose_blocks (const gk_device *device, const gk_softmax *p)
{
  int blocks = 1;

  while (blocks < PORTABLE_BLOCKS && part_bytes (p, blocks) > PART)
    blocks *= 2;
  while (blocks < PORTABLE_BLOCKS && p->rows * blocks < device->units
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

/* Sets how many clusters the device runs at once; GK_SKIP after a message:
 * none.
 */
static int
count_clusters (const gk_host *host, void (*kernel) (cluster_task),
                const prepared_shape &shape, int *clusters)
{
  cudaLaunchAttribute attribute = {};
  cudaLaunchConfig_t config = {};
  cudaError_t e = dynamic_shared_allow ((const void *)kernel, shape.shared);

  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = { (unsigned)shape.cluster, 1, 1 };
  config.gridDim = dim3 ((unsigned)shape.cluster);
  config.blockDim = shape.block;
  config.dynamicSmemBytes = (size_t)shape.shared;
  config.attrs = &attribute;
  config.numAttrs = 1;
  if (e == cudaSuccess)
    e = cudaFuncSetAttribute (
        kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  if (e == cudaSuccess)
    e = cudaOccupancyMaxActiveClusters (clusters, kernel, &config);
  if (e == cudaErrorInvalidClusterSize)
    *clusters = 0;
  else if (e != cudaSuccess || *clusters > 0)
    return cuda_launched (host, e);
  host->error (host, "this device has no room for a cluster of %d blocks",
               shape.cluster);
  return GK_SKIP;
}

/* The kernel that has no rows ahead, and the shape of its blocks. */
static void (*cluster_kernel_of (const gk_softmax *p, int64_t part,
                                 prepared_shape *shape)) (cluster_task)
{
  void (*kernel) (cluster_task);

  shape->block = dim3 (part <= PART       ? 256
                       : part <= 3 * PART ? 512
                                          : MOST_CLUSTER_THREADS);
  softmax_by_type (p, [&] (auto element, auto operation) {
    kernel = cluster_kernel<decltype (element), decltype (operation)::op>;
    return GK_OK;
  });
  return kernel;
}

extern "C" int
softmax_cluster_make (const gk_host *host, const gk_device *device,
                      const gk_softmax *p, int blocks, bool ahead, void **state)
{
  cluster_task t = { softmax_task_of (p), blocks };
  void (*kernel) (cluster_task) = NULL;
  prepared_shape shape = {};
  int64_t part;
  int r, clusters;

  if (t.blocks == 0)
    t.blocks = choose_blocks (device, p);
  r = check_cluster (host, device, p, t.blocks);
  if (r != GK_OK)
    return r;
  part = part_bytes (p, t.blocks);
  shape.shared = part > 16 ? (int)part : 16;
  if (ahead)
    r = cluster_ahead_kernel (host, p, part, &shape, &kernel);
  else
    kernel = cluster_kernel_of (p, part, &shape);
  shape.carveout = cudaSharedmemCarveoutMaxShared;
  shape.cluster = t.blocks;
  if (r == GK_OK)
    r = check_code (host, (const void *)kernel, 90);
  if (r == GK_OK)
    r = count_clusters (host, kernel, shape, &clusters);
  if (r != GK_OK)
    return r;
  if (!ahead || clusters > p->rows)
    clusters = (int)p->rows;
  shape.grid = dim3 ((unsigned)(clusters * t.blocks));
  return prepared_make (host, kernel, shape, t, state);
}

static int
cluster_prepare (const gk_host *host, const gk_device *device,
                 const void *problem, const gk_value *values, void **state)
{
  const int blocks = values[0].i == 0 ? 0 : 1 << values[0].i;

  return softmax_cluster_make (host, device, (const gk_softmax *)problem,
                               blocks, values[1].i != 0, state);
}

extern "C" gk_variant
softmax_cluster_variant (void)
{
  static const char *const blocks[] = { "auto", "2", "4", "8", "16", NULL };
  static const gk_option options[] = {
    cuda_choice ("blocks",
                 "blocks of a cluster: with more, each has less of a row, so "
                 "that several fit on a multiprocessor; with fewer, fewer wait "
                 "for each other; not every device has clusters of 16",
                 NULL, blocks, 0),
    cuda_switch ("ahead",
                 "whether a block takes its part into registers, so that the "
                 "next row is loaded while it reduces one: then it has up to "
                 "128 KiB of a row",
                 0),
  };
  gk_variant v
      = prepared_variant (cluster_prepare, options, GK_COUNT (options));

  v.capability = 90;
  return v;
}
