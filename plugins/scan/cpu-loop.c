/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-loop: one element after the other, on one core.  Each addition waits for
 * the one before it, four cycles of floats; the sum is rounded n times.
 */
#include <config.h>

#include "run.h"

/* From 2^24 on a float no longer changes when 1 is added.  Numbers from 0 to 1
 * of this many elements stay below that. */
#define MOST_FLOATS (INT64_C (1) << 25)

int
scan_cpu_loop_prepare (const gk_host *host, const gk_device *device,
                       const void *problem, const gk_value *values,
                       void **state)
{
  const gk_scan *p = problem;

  (void)device, (void)values, (void)state;
  if (p->dtype != GK_F32 || p->n <= MOST_FLOATS)
    return GK_OK;
  host->error (host, "one sum of more than 2^25 floats loses too many digits; "
                     "cpu-threads adds short sums");
  return GK_SKIP;
}

int
scan_cpu_loop (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  const gk_scan *p = problem;

  (void)host, (void)state, (void)stream;
  scan_run (p, 0, p->n, (scan_sum){ 0 });
  return GK_OK;
}
