/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-threads: cpu-vectors on all cores, which read as fast as memory gives.
 * Long rows are divided into parts, one for each core; of many rows each core
 * gets whole ones.
 */
#include <config.h>

#include "cpu/parts.h"
#include "variants.h"

/* Bytes that are worth waking other cores for. */
enum { WORTH_THREADS = 1 << 18 };

static void
divide_row (const gk_reduce *p, int64_t row, int parts)
{
  reduce_part part[MOST_PARTS], r;

#pragma omp parallel for schedule(static) num_threads(parts)
  for (int i = 0; i < parts; i++)
    part[i] = reduce_pieces (p, row, p->cols * i / parts,
                             p->cols * (i + 1) / parts);
  r = part[0];
  for (int i = 1; i < parts; i++)
    r = reduce_join (p, r, part[i]);
  reduce_store (p, row, r);
}

int
reduce_cpu_threads (const gk_host *host, const void *problem, void *state,
                    void *stream)
{
  const gk_reduce *p = problem;
  const int parts = count_parts (p->rows * p->cols * gk_element_bytes (p->dtype)
                                 >= WORTH_THREADS);

  (void)host, (void)state, (void)stream;
  if (p->rows < parts && p->cols >= parts) {
    for (int64_t row = 0; row < p->rows; row++)
      divide_row (p, row, parts);
    return GK_OK;
  }
#pragma omp parallel for schedule(static) num_threads(parts)
  for (int64_t row = 0; row < p->rows; row++)
    reduce_store (p, row, reduce_pieces (p, row, 0, p->cols));
  return GK_OK;
}
