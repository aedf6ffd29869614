/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Programmatic dependent launch (PDL): a kernel starts while the previous one
 * in the stream is ending.
 *
 * Between two kernels in a stream the device is idle for most of a microsecond:
 * the last block must end before the first of the next kernel starts.  From
 * compute capability 9.0 on a kernel may signal, once all its blocks run, that
 * the next kernel's blocks may start; these wait, before they access memory,
 * until the first kernel has completed and its writes are visible.  So nothing
 * changes except that the blocks are already resident.
 */
#ifndef CUDA_PDL_CUH
#define CUDA_PDL_CUH

#include "cuda/compiled-for.cuh"

/* For a kernel that is not launched this way itself, but whose successor is:
 * the successor's blocks may start as soon as all blocks of this kernel have
 * called this, on multiprocessors with room.  Without it they start when this
 * kernel's blocks end, in their order. */
static __device__ __forceinline__ void
pdl_early (void)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

/* Each thread calls this before its first access to global memory: a kernel
 * without this or pdl_wait must not be launched this way.  The next kernel's
 * blocks start when this one's end, in their order. */
static __device__ __forceinline__ void
pdl_wait_only (void)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/* The same; and the next kernel's blocks may start early, too. */
static __device__ __forceinline__ void
pdl_wait (void)
{
  pdl_early ();
  pdl_wait_only ();
}

/* True when this device runs code that contains the wait: only then is such a
 * launch safe. */
static inline bool
pdl_is_supported (const void *kernel)
{
  return compiled_for (kernel, 90);
}

#endif /* CUDA_PDL_CUH */
