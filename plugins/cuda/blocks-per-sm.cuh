/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Occupancy, bounded from above, by the shared memory that a block asks for.
 *
 * Fewer resident blocks have fewer bytes in flight, but from fewer places,
 * which memory may like better; and with programmatic dependent launch the
 * blocks of the next kernel are spread more evenly, since they can't crowd
 * where one happens to end first.
 *
 * Shared memory is taken from the first-level cache (the carveout), and that is
 * where loads arrive: so no more of it is asked for than the bound needs.
 */
#ifndef CUDA_BLOCKS_PER_SM_CUH
#define CUDA_BLOCKS_PER_SM_CUH

#include "cuda/prepared.cuh"

/* What a multiprocessor can have as shared memory, in KB, up to sm_90: of the
 * carveout asked for, the driver takes the next. */
static inline int
carveout_above (int bytes, int all)
{
  static const int sizes[] = { 8, 16, 32, 64, 100, 132, 164, 196, 228 };

  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (sizes[i] * 1024 >= bytes && sizes[i] * 1024 <= all)
      return sizes[i] * 1024;
  return all;
}

/* Sets the shared memory of a kernel whose blocks need so much of it; blocks 0:
 * as many as there is room for. */
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
  /* In the unit that it is given out in. */
  most = most < carveout / blocks - reserved ? most
                                             : carveout / blocks - reserved;
  most = most / 128 * 128;
  if (most > bytes)
    shape->shared = most;
  shape->carveout = (int)((int64_t)carveout * 100 / all);
}

#endif /* CUDA_BLOCKS_PER_SM_CUH */
