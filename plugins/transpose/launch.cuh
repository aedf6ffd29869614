/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Launches that overlap with the end of the one before.
 *
 * Between two kernels in a stream the device is idle for the better part of a
 * microsecond: the last block must end before the first of the next starts.
 * From compute capability 9.0 on a kernel may say, when all its blocks run,
 * that the next one's may be started; these wait, before they touch memory,
 * until the first kernel is through and its writes are seen.  So nothing
 * changes but that the blocks are already there.
 */
#ifndef TRANSPOSE_LAUNCH_CUH
#define TRANSPOSE_LAUNCH_CUH

#include "move/kernel.cuh"

/* To be called by each thread before its first access to global memory. */
static inline __device__ void
launch_wait (void)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/* Whether this device runs code that was compiled with the wait in it: only
 * then is it safe to overlap. */
static inline bool
launch_can_overlap (const void *kernel)
{
  cudaFuncAttributes made = {};

  return cudaFuncGetAttributes (&made, kernel) == cudaSuccess
         && made.ptxVersion >= 90;
}

/* Shared memory to ask for so that not more blocks than resident are on a
 * multiprocessor: fewer bytes are under way, but from fewer places, which
 * memory may like better. */
static inline int
launch_shared (int bytes, int resident)
{
  int device, all, reserved, most;

  if (resident == 0 || cudaGetDevice (&device) != cudaSuccess
      || cudaDeviceGetAttribute (
             &all, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device)
             != cudaSuccess
      || cudaDeviceGetAttribute (
             &reserved, cudaDevAttrReservedSharedMemoryPerBlock, device)
             != cudaSuccess
      || cudaDeviceGetAttribute (&most, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                                 device)
             != cudaSuccess)
    return bytes;
  all = all / resident - reserved;
  /* The unit that it is given out in, and what kernels have besides. */
  all = (all < most ? all : most) / 128 * 128 - 1024;
  return bytes > all ? bytes : all;
}

/* Only for kernels that call launch_wait. */
template <typename Task>
static int
launch_overlapped (const gk_host *host, void (*kernel) (Task), dim3 grid,
                   int threads, int shared, bool overlap, void *stream,
                   Task task)
{
  cudaLaunchAttribute attribute = {};
  cudaLaunchConfig_t config = {};
  cudaError_t e = cudaSuccess;

  /* What a block gets unasked. */
  if (shared > 48 * 1024)
    e = cudaFuncSetAttribute ((const void *)kernel,
                              cudaFuncAttributeMaxDynamicSharedMemorySize,
                              shared);
  if (e != cudaSuccess)
    return cuda_launched (host, e);

  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  config.gridDim = grid;
  config.blockDim = dim3 ((unsigned)threads);
  config.dynamicSmemBytes = (size_t)shared;
  config.stream = (cudaStream_t)stream;
  config.attrs = &attribute;
  config.numAttrs = overlap ? 1 : 0;
  return cuda_launched (host, cudaLaunchKernelEx (&config, kernel, task));
}

#endif /* TRANSPOSE_LAUNCH_CUH */
