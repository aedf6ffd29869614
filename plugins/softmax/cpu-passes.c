/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-passes: three passes over each row, on one core: the greatest element,
 * the sum of powers, the results.  A row that is longer than the caches is read
 * from memory three times.
 */
#include <config.h>

#include "variants.h"

int
softmax_cpu_passes (const gk_host *host, const void *problem, void *state,
                    void *stream)
{
  const gk_softmax *p = problem;

  (void)host, (void)state, (void)stream;
  for (int64_t row = 0; row < p->rows; row++) {
    softmax_part all = { 0 };

    all.shift = softmax_find_shift (p, row);
    all.sum = softmax_add_up (p, row, all.shift);
    softmax_write (p, row, 0, p->cols, all);
  }
  return GK_OK;
}
