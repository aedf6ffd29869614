/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CUDA variants of copy for the tests, whose one block spins for a known number
 * of cycles when it has copied.
 */
#include <stdint.h>

#include <gkhost/copy.h>

__global__ static void
copy (const uint32_t *src, uint32_t *dst, int64_t n, int64_t cycles)
{
  const int64_t begin = clock64 ();

  for (int64_t i = threadIdx.x; i < n; i += blockDim.x)
    dst[i] = src[i];
  while (clock64 () - begin < cycles)
    ;
}

static int
spin (const gk_host *host, const void *problem, void *stream, int64_t cycles)
{
  const gk_copy *p = (const gk_copy *)problem;
  const int64_t n = p->rows * p->src_pitch * p->element / 4;
  cudaError_t error;

  copy<<<1, 32, 0, (cudaStream_t)stream>>> ((const uint32_t *)p->src,
                                            (uint32_t *)p->dst, n, cycles);
  error = cudaGetLastError ();
  if (error == cudaSuccess)
    return GK_OK;
  host->error (host, "%s", cudaGetErrorString (error));
  return GK_FAIL;
}

static int
thousand (const gk_host *host, const void *problem, void *, void *stream)
{
  return spin (host, problem, stream, 1000);
}

static int
thousand2 (const gk_host *host, const void *problem, void *, void *stream)
{
  return spin (host, problem, stream, 2000);
}

static int
thousand10 (const gk_host *host, const void *problem, void *, void *stream)
{
  return spin (host, problem, stream, 10000);
}

static int
thousand100 (const gk_host *host, const void *problem, void *, void *stream)
{
  return spin (host, problem, stream, 100000);
}

static int
million (const gk_host *host, const void *problem, void *, void *stream)
{
  return spin (host, problem, stream, 1000000);
}

static gk_variant
variant (const char *name,
         int (*launch) (const gk_host *, const void *, void *, void *))
{
  gk_variant v = {};

  v.family = "copy";
  v.name = name;
  v.summary = "copies, then spins";
  v.device = GK_CUDA;
  v.dtypes = GK_BIT (GK_F32);
  v.launch = launch;
  return v;
}

static const gk_variant variants[]
    = { variant ("spins-1000", thousand), variant ("spins-2000", thousand2),
        variant ("spins-10000", thousand10),
        variant ("spins-100000", thousand100),
        variant ("spins-1000000", million) };

GK_PLUGIN ("cuda-spins", "1", "copies that take a known number of cycles", NULL,
           variants)
