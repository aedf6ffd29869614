/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Of a batch, multiplies all but the last product, which it copies as its first
 * launch had it.
 *
 * Seen: gkhost, issue 42.
 */
#include "cuda-honest.cuh"

struct kept {
  bool there;
  float c[1];
};

__global__ static void
multiply (gk_matmul p, struct kept *kept)
{
  const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t others = p.m * p.k * (p.batch - 1), n = others + p.m * p.k;

  if (i >= n)
    return;
  if (i < others || !kept->there)
    honest_put_element (p, i);
  if (i < others)
    return;
  if (!kept->there)
    kept->c[i - others] = ((const float *)p.c)[i];
  ((float *)p.c)[i] = kept->c[i - others];
}

__global__ static void
keep (struct kept *kept)
{
  kept->there = true;
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *, void **state)
{
  const gk_matmul *p = (const gk_matmul *)problem;
  const size_t bytes = sizeof (struct kept) + (size_t)(p->m * p->k) * 4;

  *state = host->workspace (host, bytes);
  if (*state == NULL)
    return GK_SKIP;
  return cuda_ended (
      host, cudaMemsetAsync (*state, 0, bytes, (cudaStream_t)device->stream));
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = (const gk_matmul *)problem;

  multiply<<<cheat_blocks (honest_elements (*p)), 256, 0,
             (cudaStream_t)stream>>> (*p, (struct kept *)state);
  keep<<<1, 1, 0, (cudaStream_t)stream>>> ((struct kept *)state);
  return cuda_ended (host);
}

const gk_variant cheat_cuda_keeps_product = cheat (
    "matmul-rect", "cuda-keeps-product", "keeps the last product of a batch",
    launch, GK_BIT (GK_F32), prepare, NULL, 0, GK_MATMUL_BATCH);
