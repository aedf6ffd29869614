/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Flags in memory, by which blocks hand on what they left there.
 */
#ifndef CUDA_FLAG_CUH
#define CUDA_FLAG_CUH

/* What this thread wrote before, and what others wrote before they met it, is
 * seen by whoever sees the flag up. */
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

/* Waits for the flag, and takes it down. */
static __device__ __forceinline__ void
flag_wait_and_clear (unsigned *flag)
{
  while (!flag_is_up (flag))
    ;
  *flag = 0;
}

#endif /* CUDA_FLAG_CUH */
