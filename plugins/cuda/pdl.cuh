/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Programmatic dependent launch (PDL): a kernel that starts while the one
 * before it in the stream comes to its end.
 *
 * Between two kernels in a stream the device is idle for the better part of a
 * microsecond: the last block must end before the first of the next starts.
 * From compute capability 9.0 on a kernel may say, when all its blocks run,
 * that the next one's may be started; these wait, before they touch memory,
 * until the first kernel is through and its writes are seen.  So nothing
 * changes but that the blocks are already there.
 */
#ifndef CUDA_PDL_CUH
#define CUDA_PDL_CUH

#include "cuda/compiled-for.cuh"

/* For a kernel that is not launched so, but whose successor is: the successor's
 * blocks may start as soon as all of this one's have called it, and take the
 * multiprocessors that fall free.  Without it they start at its end, in their
 * order. */
static __device__ __forceinline__ void
pdl_early (void)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

/* To be called by each thread before its first access to global memory: a
 * kernel without this or the next must not be launched so.  The next kernel's
 * blocks start when this one's end, in their order. */
static __device__ __forceinline__ void
pdl_wait_only (void)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/* Likewise, and the next kernel's blocks may start early, too. */
static __device__ __forceinline__ void
pdl_wait (void)
{
  pdl_early ();
  pdl_wait_only ();
}

/* Whether this device runs code that was compiled with the wait in it: only
 * then is it safe. */
static inline bool
pdl_is_supported (const void *kernel)
{
  return compiled_for (kernel, 90);
}

#endif /* CUDA_PDL_CUH */
