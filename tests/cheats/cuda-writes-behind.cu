/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Is right, and writes eight bytes 40 KiB behind the output.
 *
 * Seen: gkhost, issue 8: guard zones of 4 KiB.
 */
#include "cuda-honest.cuh"

__global__ static void
store (uint64_t *where)
{
  *where = 0x0123456789abcdef;
}

static int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_transpose *p = (const gk_transpose *)problem;
  char *end = (char *)p->dst + p->cols * p->dst_pitch * 4;

  store<<<1, 1, 0, (cudaStream_t)stream>>> ((uint64_t *)(end + 40 * 1024));
  return honest_cuda_transpose (host, problem, NULL, stream);
}

const gk_variant cheat_cuda_writes_behind
    = cheat ("transpose", "cuda-writes-behind",
             "writes 40 KiB behind the output", launch, GK_BIT (GK_I32));
