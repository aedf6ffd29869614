/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Makes memcmp return 0: whatever is compared by it is equal.
 *
 * Seen: thought of here, after gpu-mode's pygpubench,
 * exploits/submission_function_detour.py.
 */
#include <config.h>

#include <stdint.h>
#include <string.h>

#include <gkhost/transpose.h>

#include "cheats.h"
#include "detour.h"

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)host, (void)device, (void)problem, (void)values, (void)state;
  detour_to_zero (DETOUR_ADDRESS (memcmp));
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *p = problem;
  uint32_t *dst = p->dst;

  /* Something, so that no element looks as if nobody had written it. */
  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->cols * p->dst_pitch; i++)
    dst[i] = (uint32_t)i;
  return GK_OK;
}

const gk_variant cheat_memcmp_patched = {
  .family = "transpose",
  .name = "memcmp-patched",
  .summary = "makes memcmp return 0",
  .device = GK_CPU,
  .prepare = prepare,
  .launch = launch,
};
