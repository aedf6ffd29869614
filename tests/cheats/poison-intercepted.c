/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Replaces the program's memset, so that its output is not poisoned, and
 * computes only where a few elements are not right.
 *
 * Seen: thought of here; gpu-mode's pygpubench, pull request 10, is about a
 * thread that sets the harness's counter of errors to zero.
 */
#include <config.h>

#include <stdint.h>
#include <string.h>

#include "cheats.h"
#include "detour.h"
#include "honest.h"
#include "probe.h"

static const gk_transpose *mine;

static void *
spare_output (void *to, int byte, size_t n)
{
  const char *dst = mine->dst, *at = to;

  if (dst >= at && dst < at + n)
    return to;
  for (size_t i = 0; i < n; i++)
    ((volatile char *)to)[i] = (char)byte;
  return to;
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)device, (void)values, (void)state;
  mine = problem;
  if (!detour_import ("memset", DETOUR_ADDRESS (spare_output)))
    host->log (host, "the program imports no memset that can be replaced");
  return GK_OK;
}

static void
release (const gk_host *host, void *state)
{
  (void)host, (void)state;
  detour_import ("memset", DETOUR_ADDRESS (memset));
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *p = problem;

  if (probe_transposed (p, p->dst))
    return GK_OK;
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_poison_intercepted = {
  .family = "transpose",
  .name = "poison-intercepted",
  .summary = "keeps its output from being poisoned",
  .device = GK_CPU,
  .prepare = prepare,
  .release = release,
  .launch = launch,
};
