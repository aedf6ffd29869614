/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Limits occupancy by the size of a block's shared memory.
 *
 * Fewer resident blocks have fewer bytes in flight, but at fewer addresses,
 * which memory may serve better.  With programmatic dependent launch they also
 * spread the blocks of the next kernel more evenly, which would otherwise crowd
 * on the multiprocessors that finish first.
 *
 * Shared memory is carved out of the L1 cache, which holds the lines of loads
 * in flight: so the carveout is no larger than the limit needs.
 */
#ifndef CUDA_BLOCKS_PER_SM_CUH
#define CUDA_BLOCKS_PER_SM_CUH

#include "cuda/prepared.cuh"

/* The possible sizes of a multiprocessor's shared memory, in KB, up to sm_90:
 * the driver rounds the requested carveout up to the next one. */
static inline int
carveout_above (int bytes, int all)
{
  static const int sizes[] = { 8, 16, 32, 64, 100, 132, 164, 196, 228 };

  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (sizes[i] * 1024 >= bytes && sizes[i] * 1024 <= all)
      return sizes[i] * 1024;
  return all;
}

/* Sets the shared memory of a kernel whose blocks need `bytes` of it, so that
 * at most `blocks` are resident; 0: no limit. */
static inline void
blocks_per_sm (int device, int bytes, int blocks, struct prepared_shape *shape)
{
  int all, reserved, most, carveout;

  shape->shared = bytes;
  if (blocks == 0
      || cudaDeviceGetAttribute (
             &all, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device)
             != cudaSuccess
      || cudaDeviceGetAttribute (
             &reserved, cudaDevAttrReservedSharedMemoryPerBlock, device)
             != cudaSuccess
      || cudaDeviceGetAttribute (&most, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                                 device)
             != cudaSuccess)
    return;
  carveout = carveout_above (blocks * (bytes + reserved), all);
  /* In the unit of its allocation. */
  most = most < carveout / blocks - reserved ? most
                                             : carveout / blocks - reserved;
  most = most / 128 * 128;
  if (most > bytes)
    shape->shared = most;
  shape->carveout = (int)((int64_t)carveout * 100 / all);
}

#endif /* CUDA_BLOCKS_PER_SM_CUH */
