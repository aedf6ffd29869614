/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "cuda/dynamic-shared.cuh"
#include "cuda/launched.cuh"
#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"

struct prepared {
  const void *kernel;
  struct prepared_shape shape;
  alignas (16) unsigned char parameter[];
};

/* Settings stay with the kernel, so the default is set explicitly, too. */
static cudaError_t
set_shared (const void *kernel, const struct prepared_shape *shape)
{
  const int carveout
      = shape->carveout > 0 ? shape->carveout : cudaSharedmemCarveoutDefault;
  const cudaError_t e = cudaFuncSetAttribute (
      kernel, cudaFuncAttributePreferredSharedMemoryCarveout, carveout);

  return e == cudaSuccess ? dynamic_shared_allow (kernel, shape->shared) : e;
}

extern "C" int
prepared_make_bytes (const gk_host *host, const void *kernel,
                     const struct prepared_shape *shape, const void *parameter,
                     size_t bytes, void **state)
{
  int r = cuda_launched (host, set_shared (kernel, shape));
  struct prepared *prepared = NULL;

  if (r == GK_OK) {
    prepared = (struct prepared *)host->alloc (host, sizeof *prepared + bytes);
    r = prepared ? GK_OK : GK_FAIL;
  }
  if (r != GK_OK) {
    if (shape->before)
      prepared_release (host, shape->before);
    return r;
  }
  prepared->kernel = kernel;
  prepared->shape = *shape;
  prepared->shape.pdl = shape->pdl && pdl_is_supported (kernel);
  memcpy (prepared->parameter, parameter, bytes);
  *state = prepared;
  return GK_OK;
}

static unsigned
set_attributes (const struct prepared_shape *shape, cudaLaunchAttribute *to)
{
  unsigned n = 0;

  if (shape->pdl) {
    to[n].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    to[n++].val.programmaticStreamSerializationAllowed = 1;
  }
  if (shape->cluster > 0) {
    to[n].id = cudaLaunchAttributeClusterDimension;
    to[n].val.clusterDim.x = (unsigned)shape->cluster;
    to[n].val.clusterDim.y = to[n].val.clusterDim.z = 1;
    n++;
  }
  return n;
}

extern "C" int
prepared_launch (const gk_host *host, const void *problem, void *state,
                 void *stream)
{
  struct prepared *prepared = (struct prepared *)state;
  void *parameters[] = { prepared->parameter };
  cudaLaunchAttribute attributes[2] = {};
  cudaLaunchConfig_t config = {};

  if (prepared->shape.before) {
    const int r
        = prepared_launch (host, problem, prepared->shape.before, stream);

    if (r != GK_OK)
      return r;
  }
  config.gridDim = prepared->shape.grid;
  config.blockDim = prepared->shape.block;
  config.dynamicSmemBytes = (size_t)prepared->shape.shared;
  config.stream = (cudaStream_t)stream;
  config.attrs = attributes;
  config.numAttrs = set_attributes (&prepared->shape, attributes);
  return cuda_launched (
      host, cudaLaunchKernelExC (&config, prepared->kernel, parameters));
}

extern "C" void
prepared_release (const gk_host *host, void *state)
{
  const struct prepared *prepared = (const struct prepared *)state;

  if (prepared->shape.before)
    prepared_release (host, prepared->shape.before);
  host->free (host, state);
}
