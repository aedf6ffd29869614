/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A CUDA variant of copy for the tests, whose threads compute for a known time
 * before they copy, and LONGER per cent longer where a second build is to be
 * slower.
 */
#include <stdint.h>

#include <gkhost/copy.h>

#ifndef LONGER
#define LONGER 0
#endif

/* Half a millisecond, which is long against a launch. */
enum { TURNS = 200000 };

__global__ static void
copy (const uint32_t *src, uint32_t *dst, int64_t n, int turns)
{
  const int64_t step = (int64_t)gridDim.x * blockDim.x;
  __shared__ volatile uint32_t left;
  uint32_t x = threadIdx.x;

  /* Each turn waits for the one before; what comes of it nobody reads. */
  for (int i = 0; i < turns; i++)
    x = x * (x | 1) + 1013904223;
  left = x;
  for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += step)
    dst[i] = src[i];
}

static int
paced (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_copy *p = (const gk_copy *)problem;
  const int64_t n = p->rows * p->src_pitch * p->element / 4;
  cudaError_t error;

  copy<<<132, 256, 0, (cudaStream_t)stream>>> (
      (const uint32_t *)p->src, (uint32_t *)p->dst, n,
      TURNS + TURNS / 100 * LONGER);
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
  v.summary = "computes, then copies";
  v.device = GK_CUDA;
  v.dtypes = GK_BIT (GK_F32);
  v.launch = paced;
  return v;
}

static const gk_variant variants[] = { variant () };

GK_PLUGIN ("cuda-paced", "1", "copies whose time is known", NULL,
           variants)
