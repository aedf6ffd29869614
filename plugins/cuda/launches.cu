/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "cuda/launched.cuh"
#include "cuda/launches.cuh"

enum { MOST_LAUNCHES = 8, MOST_BYTES = 64 };

struct launches {
  int n;
  struct {
    const void *kernel;
    dim3 grid;
    unsigned threads;
    alignas (16) unsigned char parameter[MOST_BYTES];
  } launch[MOST_LAUNCHES];
};

launches *
launches_new (const gk_host *host)
{
  launches *all = (launches *)host->alloc (host, sizeof *all);

  if (all != NULL)
    all->n = 0;
  return all;
}

void
launches_add_bytes (launches *all, const void *kernel, dim3 grid,
                    unsigned threads, const void *parameter, size_t bytes)
{
  auto *launch = &all->launch[all->n++];

  launch->kernel = kernel;
  launch->grid = grid;
  launch->threads = threads;
  memcpy (launch->parameter, parameter, bytes);
}

static int
launches_launch (const gk_host *host, const void *, void *state, void *stream)
{
  launches *all = (launches *)state;
  cudaError_t e = cudaSuccess;

  for (int i = 0; i < all->n && e == cudaSuccess; i++) {
    auto *launch = &all->launch[i];
    void *parameters[] = { launch->parameter };

    e = cudaLaunchKernel (launch->kernel, launch->grid, dim3 (launch->threads),
                          parameters, 0, (cudaStream_t)stream);
  }
  return cuda_launched (host, e);
}

static void
launches_release (const gk_host *host, void *state)
{
  host->free (host, state);
}

gk_variant
launches_variant (int (*prepare) (const gk_host *, const gk_device *,
                                  const void *, const gk_value *, void **))
{
  gk_variant v = cuda_variant (launches_launch);

  v.prepare = prepare;
  v.release = launches_release;
  return v;
}
