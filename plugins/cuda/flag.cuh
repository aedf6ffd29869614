/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Flags in global memory, by which a block signals to others that it has
 * written its data.
 */
#ifndef CUDA_FLAG_CUH
#define CUDA_FLAG_CUH

/* Raises the flag (release): earlier writes of this thread, and of threads that
 * it has synchronized with, are visible to a thread that reads the raised
 * flag. */
static __device__ __forceinline__ void
flag_raise (unsigned *flag)
{
  asm volatile("st.release.gpu.global.u32 [%0], 1;" : : "l"(flag) : "memory");
}

static __device__ __forceinline__ bool
flag_is_up (const unsigned *flag)
{
  unsigned up;

  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
               : "=r"(up)
               : "l"(flag)
               : "memory");
  return up != 0;
}

/* Waits until the flag is up, and clears it. */
static __device__ __forceinline__ void
flag_wait_and_clear (unsigned *flag)
{
  while (!flag_is_up (flag))
    ;
  *flag = 0;
}

#endif /* CUDA_FLAG_CUH */
