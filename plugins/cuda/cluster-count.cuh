/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How many clusters a device runs at once: the multiprocessors of a cluster are
 * neighbours, so that some may be left out.
 */
#ifndef CUDA_CLUSTER_COUNT_CUH
#define CUDA_CLUSTER_COUNT_CUH

#include "cuda/dynamic-shared.cuh"

/* Of clusters of so many blocks, each of so many threads and with so many bytes
 * of dynamic shared memory, which the kernel may have from now on. */
static inline cudaError_t
cluster_count (const void *kernel, int threads, int shared, int blocks,
               int *clusters)
{
  cudaLaunchAttribute attribute = {};
  cudaLaunchConfig_t config = {};
  const cudaError_t e = dynamic_shared_allow (kernel, shared);

  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = (unsigned)blocks;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.gridDim = dim3 ((unsigned)blocks);
  config.blockDim = dim3 ((unsigned)threads);
  config.dynamicSmemBytes = (size_t)shared;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return e == cudaSuccess
             ? cudaOccupancyMaxActiveClusters (clusters, kernel, &config)
             : e;
}

#endif /* CUDA_CLUSTER_COUNT_CUH */
