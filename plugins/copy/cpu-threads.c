/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-threads: memcpy on all cores, each with a contiguous part.  One core
 * can't keep enough cache misses in flight to use the memory bandwidth of a
 * machine with many.
 */
#include <config.h>

#include <stdbool.h>
#include <string.h>

#include "variants.h"

/* So large that starting a piece costs little, and so small that the cores
 * finish together. */
#define PIECE (INT64_C (1) << 20)

int
copy_cpu_threads (const gk_host *host, const void *problem, void *state,
                  void *stream)
{
  const gk_copy *p = problem;
  const int64_t element = p->element;
  const bool flat = p->src_pitch == p->cols && p->dst_pitch == p->cols;
  const int64_t rows = flat ? 1 : p->rows;
  const int64_t row_bytes = (flat ? p->rows * p->cols : p->cols) * element;
  const int64_t pieces = (row_bytes + PIECE - 1) / PIECE;
  const unsigned char *src = p->src;
  unsigned char *dst = p->dst;

  (void)host, (void)state, (void)stream;
#pragma omp parallel for schedule(static) if (rows * row_bytes > PIECE)
  for (int64_t i = 0; i < rows * pieces; i++) {
    const int64_t row = i / pieces, start = i % pieces * PIECE;
    const int64_t rest = row_bytes - start;

    memcpy (dst + row * p->dst_pitch * element + start,
            src + row * p->src_pitch * element + start,
            (size_t)(rest < PIECE ? rest : PIECE));
  }
  return GK_OK;
}
