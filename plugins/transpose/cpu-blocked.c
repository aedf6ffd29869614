/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-blocked: cache blocking, on all cores.  A block is a cache line wide in
 * src and in dst, so that all of each line is used while it is in the L1 cache.
 */
#include <config.h>

#include <string.h>

#include "variants.h"

/* The side of a block, in bytes.  A larger one is slower where the pitch is a
 * power of two: its lines then share a few sets of the cache (conflict
 * misses). */
#define TILE_SIDE_BYTES 64

/* One core moves so many bytes before the others have woken up. */
#define SMALL (1 << 16)

struct blocked_part {
  int64_t rows, cols;           /* of src */
  int64_t src_pitch, dst_pitch; /* bytes */
  const unsigned char *src;
  unsigned char *dst;
};

static inline __attribute__ ((always_inline)) void
transpose_elements (const struct blocked_part b, size_t element)
{
  for (int64_t j = 0; j < b.cols; j++) {
    const unsigned char *from = b.src + j * (int64_t)element;
    unsigned char *to = b.dst + j * b.dst_pitch;

    for (int64_t i = 0; i < b.rows; i++)
      memcpy (to + i * (int64_t)element, from + i * b.src_pitch, element);
  }
}

/* The size is a constant in each call, so a move is one instruction.  The
 * switch is in each block, since constants do not propagate into a parallel
 * region. */
static void
transpose_part (const struct blocked_part *b, size_t element)
{
  switch (element) {
  case 1:
    transpose_elements (*b, 1);
    break;
  case 2:
    transpose_elements (*b, 2);
    break;
  case 4:
    transpose_elements (*b, 4);
    break;
  case 8:
    transpose_elements (*b, 8);
    break;
  default:
    transpose_elements (*b, 16);
    break;
  }
}

static void
transpose_block (const gk_transpose *p, int64_t row, int64_t col, int64_t side)
{
  const int64_t bytes = p->element;
  const struct blocked_part b = {
    .rows = p->rows - row < side ? p->rows - row : side,
    .cols = p->cols - col < side ? p->cols - col : side,
    .src_pitch = p->src_pitch * bytes,
    .dst_pitch = p->dst_pitch * bytes,
    .src = (const unsigned char *)p->src + (row * p->src_pitch + col) * bytes,
    .dst = (unsigned char *)p->dst + (col * p->dst_pitch + row) * bytes,
  };

  transpose_part (&b, p->element);
}

int
transpose_cpu_blocked (const gk_host *host, const void *problem, void *state,
                       void *stream)
{
  const gk_transpose *p = problem;
  const int64_t side = TILE_SIDE_BYTES / p->element;

  (void)host, (void)state, (void)stream;
  /* Without a parallel region, which has a cost even on one core. */
  if (p->rows * p->cols * p->element <= SMALL) {
    for (int64_t row = 0; row < p->rows; row += side)
      for (int64_t col = 0; col < p->cols; col += side)
        transpose_block (p, row, col, side);
    return GK_OK;
  }
#pragma omp parallel for collapse(2)
  for (int64_t row = 0; row < p->rows; row += side)
    for (int64_t col = 0; col < p->cols; col += side)
      transpose_block (p, row, col, side);
  return GK_OK;
}
