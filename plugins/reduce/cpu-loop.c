/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-loop: one element after the other, on one core.  Each addition waits for
 * the one before it: four cycles an element, however wide the core is; and of
 * floats, the sum is rounded n times.
 */
#include <config.h>

#include "variants.h"

int
reduce_cpu_loop (const gk_host *host, const void *problem, void *state,
                 void *stream)
{
  const gk_reduce *p = problem;

  (void)host, (void)state, (void)stream;
  for (int64_t row = 0; row < p->rows; row++)
    reduce_store (p, row,
                  reduce_run_plain (p, reduce_element (p, row, 0), p->cols));
  return GK_OK;
}
