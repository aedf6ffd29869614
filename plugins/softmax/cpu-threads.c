/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-threads: cpu-online on all cores.  Of many rows each core gets whole
 * ones; a few long rows are divided into parts, one for each core, whose
 * summaries are joined between the two passes.
 */
#include <config.h>

#include "cpu/parts.h"
#include "variants.h"

/* Elements that are worth waking other cores for. */
enum { WORTH_THREADS = 1 << 15 };

static void
divide_row (const gk_softmax *p, int64_t row, int parts)
{
  softmax_part part[MOST_PARTS], all;

#pragma omp parallel for schedule(static) num_threads(parts)
  for (int i = 0; i < parts; i++)
    part[i] = softmax_summarize (p, row, p->cols / parts * i,
                                 i + 1 < parts ? p->cols / parts * (i + 1)
                                               : p->cols);
  all = part[0];
  for (int i = 1; i < parts; i++)
    all = softmax_join (p, all, part[i]);
#pragma omp parallel for schedule(static) num_threads(parts)
  for (int i = 0; i < parts; i++)
    softmax_write (p, row, p->cols / parts * i,
                   i + 1 < parts ? p->cols / parts * (i + 1) : p->cols, all);
}

int
softmax_cpu_threads (const gk_host *host, const void *problem, void *state,
                     void *stream)
{
  const gk_softmax *p = problem;
  const int parts = count_parts (p->rows * p->cols >= WORTH_THREADS);

  (void)host, (void)state, (void)stream;
  if (p->rows < parts && p->cols >= parts) {
    for (int64_t row = 0; row < p->rows; row++)
      divide_row (p, row, parts);
    return GK_OK;
  }
#pragma omp parallel for schedule(static) num_threads(parts)
  for (int64_t row = 0; row < p->rows; row++)
    softmax_write (p, row, 0, p->cols, softmax_summarize (p, row, 0, p->cols));
  return GK_OK;
}
