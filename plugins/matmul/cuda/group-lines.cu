/* SPDX-License-Identifier: BSD-3-Clause */
#include <cuda_runtime.h>

#include "cuda/launched.cuh"
#include "group-lines.h"

extern "C" int
group_lines_read (const gk_host *host, const gk_device *device,
                  const gk_matmul *p, int32_t **lines)
{
  const size_t bytes = (size_t)(p->groups + 1) * sizeof (int32_t);
  const cudaStream_t stream = (cudaStream_t)device->stream;
  cudaError_t e;

  *lines = NULL;
  if (p->groups == 0)
    return GK_OK;
  *lines = (int32_t *)host->alloc (host, bytes);
  if (!*lines)
    return GK_FAIL;
  e = cudaMemcpyAsync (*lines, p->group_lines, bytes, cudaMemcpyDefault,
                       stream);
  if (e == cudaSuccess)
    e = cudaStreamSynchronize (stream);
  return cuda_launched (host, e);
}

extern "C" int
group_lines_longest (const gk_host *host, const gk_device *device,
                     const gk_matmul *p, int64_t *m)
{
  int32_t *lines;
  const int r = group_lines_read (host, device, p, &lines);

  *m = p->groups > 0 ? 1 : p->m;
  for (int64_t g = 0; r == GK_OK && g < p->groups; g++)
    if (lines[g + 1] - lines[g] > *m)
      *m = lines[g + 1] - lines[g];
  host->free (host, lines);
  return r;
}
