/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-pairwise: the sum of a row is that of its halves, down to short runs.  An
 * element then goes through few roundings, as many as the run has elements and
 * the tree has levels, in about the same time.
 */
#include <config.h>

#include "variants.h"

enum { SHORT = 128 };

static reduce_part
halve_row (const gk_reduce *p, int64_t row, int64_t begin, int64_t end)
{
  const int64_t middle = begin + (end - begin) / 2;

  if (end - begin <= SHORT)
    return reduce_run_plain (p, reduce_element (p, row, begin), end - begin);
  return reduce_join (p, halve_row (p, row, begin, middle),
                      halve_row (p, row, middle, end));
}

int
reduce_cpu_pairwise (const gk_host *host, const void *problem, void *state,
                     void *stream)
{
  const gk_reduce *p = problem;

  (void)host, (void)state, (void)stream;
  for (int64_t row = 0; row < p->rows; row++)
    reduce_store (p, row, halve_row (p, row, 0, p->cols));
  return GK_OK;
}
