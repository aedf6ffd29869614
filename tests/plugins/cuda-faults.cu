/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CUDA variants of transpose for the tests, each with one fault.
 */
#include <stdint.h>

#include <gkhost/transpose.h>

__global__ static void
transpose (const uint32_t *src, uint32_t *dst, int64_t rows, int64_t cols)
{
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

  if (i < rows * cols)
    dst[i % cols * rows + i / cols] = src[i];
}

__global__ static void
store (uint32_t *where)
{
  where[threadIdx.x] = 0;
}

__global__ static void
spin (const volatile uint32_t *word)
{
  while (*word == *word)
    continue;
}

static int
ended (const gk_host *host, cudaError_t error)
{
  if (error == cudaSuccess)
    return GK_OK;
  host->error (host, "%s", cudaGetErrorString (error));
  return GK_FAIL;
}

static int
on (const gk_host *host, const void *problem, cudaStream_t stream)
{
  const gk_transpose *p = (const gk_transpose *)problem;
  int64_t blocks = (p->rows * p->cols + 255) / 256;

  transpose<<<(unsigned)blocks, 256, 0, stream>>> (
      (const uint32_t *)p->src, (uint32_t *)p->dst, p->rows, p->cols);
  return ended (host, cudaGetLastError ());
}

static int
right (const gk_host *host, const void *problem, void *, void *stream)
{
  return on (host, problem, (cudaStream_t)stream);
}

static int
bad_address (const gk_host *host, const void *, void *, void *stream)
{
  store<<<1, 1, 0, (cudaStream_t)stream>>> ((uint32_t *)64);
  return ended (host, cudaGetLastError ());
}

static int
writes_past (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_transpose *p = (const gk_transpose *)problem;
  int status = on (host, problem, (cudaStream_t)stream);

  store<<<1, 1, 0, (cudaStream_t)stream>>> ((uint32_t *)p->dst
                                            + p->rows * p->cols);
  return status;
}

static int
writes_far (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_transpose *p = (const gk_transpose *)problem;
  int status = on (host, problem, (cudaStream_t)stream);

  store<<<1, 2, 0, (cudaStream_t)stream>>> ((uint32_t *)p->dst
                                            + p->rows * p->cols + (10 << 10));
  return status;
}

static int
hangs (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_transpose *p = (const gk_transpose *)problem;

  spin<<<1, 1, 0, (cudaStream_t)stream>>> ((const uint32_t *)p->src);
  return ended (host, cudaGetLastError ());
}

static int
synchronises (const gk_host *host, const void *problem, void *, void *stream)
{
  int status = on (host, problem, (cudaStream_t)stream);

  if (status != GK_OK)
    return status;
  return ended (host, cudaStreamSynchronize ((cudaStream_t)stream));
}

static int
allocates (const gk_host *host, const void *problem, void *, void *stream)
{
  void *memory = NULL;
  int status = ended (host, cudaMalloc (&memory, 1 << 20));

  if (status == GK_OK)
    status = on (host, problem, (cudaStream_t)stream);
  cudaFree (memory);
  return status;
}

static int
strays (const gk_host *host, const void *problem, void *, void *)
{
  return on (host, problem, 0);
}

static int
idles (const gk_host *, const void *, void *, void *)
{
  return GK_OK;
}

static gk_variant
variant (const char *name, const char *summary,
         int (*launch) (const gk_host *, const void *, void *, void *))
{
  gk_variant v = {};

  v.family = "transpose";
  v.name = name;
  v.summary = summary;
  v.device = GK_CUDA;
  v.dtypes = GK_BIT (GK_I32);
  v.launch = launch;
  return v;
}

static gk_variant
of_the_future (void)
{
  gk_variant v = variant ("of-the-future", "needs a later GPU", right);

  v.capability = 990;
  return v;
}

static const gk_variant variants[] = {
  variant ("right", "is right", right),
  variant ("bad-address", "writes to an address that nothing is at",
           bad_address),
  variant ("writes-past", "writes past the output's end", writes_past),
  variant ("writes-far", "writes 40 KiB past the output's end", writes_far),
  variant ("hangs", "never ends", hangs),
  variant ("synchronises", "waits for its stream", synchronises),
  variant ("allocates", "allocates memory in launch", allocates),
  variant ("strays", "launches on another stream", strays),
  variant ("idles", "launches nothing", idles),
  of_the_future (),
};

GK_PLUGIN ("cuda-faults", "1", "CUDA variants with one fault each", NULL,
           variants)
