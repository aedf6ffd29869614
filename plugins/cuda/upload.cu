/* SPDX-License-Identifier: BSD-3-Clause */
#include <cuda_runtime.h>

#include "launched.cuh"
#include "upload.h"

extern "C" int
upload_array (const gk_host *host, const gk_device *device, const void *here,
              size_t bytes, const void **there)
{
  const cudaStream_t stream = (cudaStream_t)device->stream;
  void *const to = host->workspace (host, bytes);

  *there = to;
  if (!to)
    return GK_SKIP;
  /* From memory that is not pinned this returns when that has been read. */
  return cuda_launched (
      host, cudaMemcpyAsync (to, here, bytes, cudaMemcpyHostToDevice, stream));
}
