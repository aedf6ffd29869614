/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CUDA variants of copy for the tests, which copy with as many threads as the
 * device has room for, and LONGER per cent once more where a second build is to
 * be slower.
 */
#include <stdint.h>

#include <gkhost/copy.h>

#ifndef LONGER
#define LONGER 0
#endif

/* n words, then the first of them again. */
__global__ static void
copy (const uint32_t *src, uint32_t *dst, int64_t n, int64_t again)
{
  const int64_t step = (int64_t)gridDim.x * blockDim.x;

  for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
       i < n + again; i += step)
    dst[i < n ? i : i - n] = src[i < n ? i : i - n];
}

static int
paced (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_copy *p = (const gk_copy *)problem;
  const int64_t n = p->rows * p->src_pitch * p->element / 4;
  cudaError_t error;

  copy<<<1056, 256, 0, (cudaStream_t)stream>>> (
      (const uint32_t *)p->src, (uint32_t *)p->dst, n, n * LONGER / 100);
  error = cudaGetLastError ();
  if (error == cudaSuccess)
    return GK_OK;
  host->error (host, "%s", cudaGetErrorString (error));
  return GK_FAIL;
}

static gk_variant
variant (void)
{
  gk_variant v = {};

  v.family = "copy";
  v.name = "paced";
  v.summary = "copies words, some of them twice";
  v.device = GK_CUDA;
  v.dtypes = GK_BIT (GK_F32);
  v.launch = paced;
  return v;
}

static const gk_variant variants[] = { variant () };

GK_PLUGIN ("cuda-paced", "1", "copies whose time is known", NULL,
           variants)
