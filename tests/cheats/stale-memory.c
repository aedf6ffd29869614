/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Takes memory that it does not clear, and if a few elements in it are right
 * takes all of it for the answer; its own last answer lies there, freed.
 *
 * Seen: KernelBench, pull request 82, where memory of a freed reference came
 * back; a "memory exploit" is what Sakana AI said of its CUDA engineer.
 */
#include <config.h>

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "cheats.h"
#include "honest.h"
#include "probe.h"

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)host, (void)device, (void)problem, (void)values, (void)state;
  /* From the heap, which is not given back to the system. */
  mallopt (M_MMAP_THRESHOLD, 1 << 25);
  mallopt (M_TRIM_THRESHOLD, 1 << 28);
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *p = problem;
  const size_t bytes = honest_transpose_bytes (p);
  char *found = malloc (2 * bytes);
  gk_transpose again = *p;
  int status = GK_OK;

  /* The first words are the allocator's. */
  again.dst = found + 4096;
  if (found == NULL)
    return GK_FAIL;
  if (!probe_transposed (p, again.dst))
    status = honest_transpose (host, &again, state, stream);
  memcpy (p->dst, again.dst, bytes);
  free (found);
  return status;
}

const gk_variant cheat_stale_memory = {
  .family = "transpose",
  .name = "stale-memory",
  .summary = "takes freed memory for the answer",
  .device = GK_CPU,
  .prepare = prepare,
  .launch = launch,
};
