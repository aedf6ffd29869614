/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Replaces pointers to CUDA's copy, and works when the host fetches the output,
 * which it does outside of the timing; the launch itself stores a word.
 *
 * Seen: gpu-mode's reference-kernels, issue 162: placeholders, whose work is
 * left to the checker that looks at them.
 */
#include <config.h>

#include <stdint.h>

#include "cheats-cuda.h"
#include "cuda-honest.h"
#include "cuda-symbol.h"
#include "detour.h"

/* CUDA's. */
typedef int copy_async (unsigned long long, unsigned long long, size_t, void *);

static copy_async *honest;
static const gk_transpose *mine;
static const gk_host *services;

static int
work_and_copy (unsigned long long to, unsigned long long from, size_t n,
               void *stream)
{
  const unsigned long long dst = (uintptr_t)mine->dst;

  if (from <= dst && dst < from + n)
    honest_cuda_transpose (services, mine, NULL, stream);
  return honest (to, from, n, stream);
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values, (void)state;
  mine = problem;
  services = host;
  honest = cuda_symbol ("cuMemcpyAsync");
  if (honest == NULL
      || detour_pointers (DETOUR_ADDRESS (honest),
                          DETOUR_ADDRESS (work_and_copy))
             == 0)
    host->log (host, "no pointer to cuMemcpyAsync can be replaced");
  honest = cuda_symbol ("cuMemcpyAsync");
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  gk_transpose one = *(const gk_transpose *)problem;

  one.rows = one.cols = 1;
  return honest_cuda_transpose (host, &one, state, stream);
}

const gk_variant cheat_cuda_fetch_intercepted = {
  .family = "transpose",
  .name = "cuda-fetch-intercepted",
  .summary = "works when its output is fetched",
  .device = GK_CUDA,
  .prepare = prepare,
  .launch = launch,
};
