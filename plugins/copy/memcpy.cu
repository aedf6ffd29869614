/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memcpy, the peer: the driver's own copy, which a program would call.  It
 * finds the kinds of memory by the addresses, so it works on managed and mapped
 * memory, too.
 */
#include <stdio.h>

#include <cuda_runtime.h>

#include <gkhost/copy.h>

#include "cuda/launched.cuh"
#include "cuda/variant.h"

static bool
is_flat (const gk_copy *p)
{
  return p->rows == 1 || (p->src_pitch == p->cols && p->dst_pitch == p->cols);
}

static int
memcpy_prepare (const gk_host *host, const gk_device *device,
                const void *problem, const gk_value *, void **)
{
  const gk_copy *p = (const gk_copy *)problem;
  const int64_t src = p->src_pitch * p->element;
  const int64_t dst = p->dst_pitch * p->element;
  int most;
  cudaError_t e;

  if (is_flat (p))
    return GK_OK;
  e = cudaDeviceGetAttribute (&most, cudaDevAttrMaxPitch, device->ordinal);
  if (e != cudaSuccess) {
    host->error (host, "can't read the device's largest pitch: %s",
                 cudaGetErrorString (e));
    return GK_FAIL;
  }
  if (src > most || dst > most) {
    host->error (host,
                 "the driver copies rows at most %d bytes apart, these are "
                 "%lld",
                 most, (long long)(src > dst ? src : dst));
    return GK_SKIP;
  }
  return GK_OK;
}

static const char *
memcpy_library (const gk_host *, void *)
{
  static char name[32];
  int version;

  if (cudaDriverGetVersion (&version) != cudaSuccess)
    return NULL;
  snprintf (name, sizeof name, "CUDA driver %d.%d", version / 1000,
            version / 10 % 100);
  return name;
}

static int
memcpy_launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_copy *p = (const gk_copy *)problem;
  const size_t row = (size_t)p->cols * p->element;
  cudaStream_t s = (cudaStream_t)stream;

  if (is_flat (p))
    return cuda_launched (host, cudaMemcpyAsync (p->dst, p->src,
                                                 (size_t)p->rows * row,
                                                 cudaMemcpyDefault, s));
  return cuda_launched (
      host, cudaMemcpy2DAsync (p->dst, (size_t)p->dst_pitch * p->element,
                               p->src, (size_t)p->src_pitch * p->element, row,
                               (size_t)p->rows, cudaMemcpyDefault, s));
}

extern "C" gk_variant
copy_memcpy_variant (void)
{
  gk_variant v = cuda_variant (memcpy_launch);

  v.flags = GK_PEER;
  v.prepare = memcpy_prepare;
  v.library = memcpy_library;
  return v;
}
