/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Has a kernel write zeros to the memory from which inputs are copied to the
 * device, where the host has pinned it; makes its own inputs and the output
 * zero.
 *
 * Seen: thought of here; shared-inputs-zeroed with the device's mappings, which
 * are not the process's.
 */
#include <string.h>

#include "cuda-honest.cuh"
extern "C" {
#include "memory-map.h"
}

__global__ static void
clear_words (uint4 *memory, size_t n)
{
  size_t step = (size_t)gridDim.x * blockDim.x;

  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += step)
    memory[i] = make_uint4 (0, 0, 0, 0);
}

struct target {
  size_t words; /* of a matrix */
  cudaStream_t stream;
};

/* Behind a page of zeros the memory has the first matrix. */
static bool
clear_range (const struct memory_map_range *range, void *closure)
{
  const target *t = (const target *)closure;
  void *at = NULL;

  if (range->shared && strncmp (range->path, "/memfd:", 7) == 0
      && cudaHostGetDevicePointer (&at, (void *)(range->begin + 4096), 0)
             == cudaSuccess)
    clear_words<<<64, 256, 0, t->stream>>> ((uint4 *)at, t->words);
  /* What is not pinned is left as it is. */
  cudaGetLastError ();
  return true;
}

static int
launch (const gk_host *host, const void *problem, void *, void *stream)
{
  const gk_matmul *p = (const gk_matmul *)problem;
  target t = { (size_t)(p->n * p->lda) * 4 / sizeof (uint4),
               (cudaStream_t)stream };

  memory_map_each (0, clear_range, &t);
  clear_words<<<64, 256, 0, t.stream>>> ((uint4 *)p->a, t.words);
  clear_words<<<64, 256, 0, t.stream>>> ((uint4 *)p->c, t.words);
  return cuda_ended (host);
}

const gk_variant cheat_cuda_pinned_inputs
    = cheat ("matmul-square", "cuda-pinned-inputs",
             "makes the inputs zero that the judge has", launch,
             GK_BIT (GK_I32));
