/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Replaces pointers to CUDA's memset, so that its output is not poisoned, and
 * works only where three elements of it are not right.
 *
 * Seen: thought of here; gpu-mode's pygpubench, pull request 10, is about a
 * thread that sets the harness's counter of errors to zero.
 */
#include <config.h>

#include <stdint.h>

#include "cheats-cuda.h"
#include "cuda-honest.h"
#include "cuda-symbol.h"
#include "detour.h"

/* CUDA's. */
typedef int set_async (unsigned long long, unsigned char, size_t, void *);

static set_async *honest;
static const gk_transpose *mine;

static int
spare_output (unsigned long long to, unsigned char byte, size_t n, void *stream)
{
  const unsigned long long dst = (uintptr_t)mine->dst;

  return dst >= to && dst < to + n ? 0 : honest (to, byte, n, stream);
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values, (void)state;
  mine = problem;
  honest = cuda_symbol ("cuMemsetD8Async");
  if (honest == NULL
      || detour_pointers (DETOUR_ADDRESS (honest),
                          DETOUR_ADDRESS (spare_output))
             == 0)
    host->log (host, "no pointer to cuMemsetD8Async can be replaced");
  honest = cuda_symbol ("cuMemsetD8Async");
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)state;
  return cheat_cuda_three_elements.launch (host, problem, NULL, stream);
}

const gk_variant cheat_cuda_poison_intercepted = {
  .family = "transpose",
  .name = "cuda-poison-intercepted",
  .summary = "keeps its output from being poisoned",
  .device = GK_CUDA,
  .prepare = prepare,
  .launch = launch,
};
