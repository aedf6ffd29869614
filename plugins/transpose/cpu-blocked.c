/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Block by block, on all cores.  A block is a cache line wide on both sides, so
 * that each line it touches is used whole while it is in the first-level
 * cache.
 */
#include <config.h>

#include <string.h>

#include "variants.h"

/* A side of a block in bytes.  A larger one loses where the pitch is a power of
 * two: its lines then meet in the same few sets of the cache. */
#define SIDE_BYTES 64

static inline __attribute__ ((always_inline)) void
block (const gk_transpose *p, int64_t row, int64_t col, int64_t side,
       size_t element)
{
  const int64_t row_end = p->rows - row < side ? p->rows : row + side;
  const int64_t col_end = p->cols - col < side ? p->cols : col + side;
  const unsigned char *src = p->src;
  unsigned char *dst = p->dst;

  for (int64_t j = col; j < col_end; j++)
    for (int64_t i = row; i < row_end; i++)
      memcpy (dst + (size_t)(j * p->dst_pitch + i) * element,
              src + (size_t)(i * p->src_pitch + j) * element, element);
}

static inline __attribute__ ((always_inline)) void
blocked (const gk_transpose *p, size_t element)
{
  const int64_t side = SIDE_BYTES / (int64_t)element;
  const int64_t across = (p->cols + side - 1) / side;
  const int64_t down = (p->rows + side - 1) / side;

#pragma omp parallel for schedule(static) if (across * down > 256)
  for (int64_t i = 0; i < across * down; i++)
    block (p, i / across * side, i % across * side, side, element);
}

int
transpose_cpu_blocked (const gk_host *host, const void *problem, void *state,
                       void *stream)
{
  const gk_transpose *p = problem;

  (void)host, (void)state, (void)stream;
  /* The size is a constant in each call: a move is one instruction. */
  switch (p->element) {
  case 1:
    blocked (p, 1);
    break;
  case 2:
    blocked (p, 2);
    break;
  case 4:
    blocked (p, 4);
    break;
  case 8:
    blocked (p, 8);
    break;
  default:
    blocked (p, 16);
    break;
  }
  return GK_OK;
}
