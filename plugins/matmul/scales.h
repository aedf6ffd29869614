/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The scales of floats of 8 bits (gkhost/matmul.h), in one form for A and B.
 */
#ifndef MATMUL_SCALES_H
#define MATMUL_SCALES_H

#include <stdbool.h>

#include <gkhost/matmul.h>

enum { MATMUL_SCALE_BLOCK = 128 };

/* An operand's: element l of line t has at[t / lines * line + l / inner *
 * step]. */
struct matmul_scales {
  const float *at;
  int64_t lines, inner; /* that share a scale */
  int64_t line, step;
  int64_t count; /* floats of the buffer, padding included */
};

static inline int64_t
matmul_scale_blocks (int64_t elements)
{
  return (elements + MATMUL_SCALE_BLOCK - 1) / MATMUL_SCALE_BLOCK;
}

/* The scales of a line of blocks of 128 x 128, padding included. */
static inline int64_t
matmul_scale_pitch (int64_t inner)
{
  return (matmul_scale_blocks (inner) + 3) / 4 * 4;
}

/* Those of B, or of A; all members are 0 where there are none. */
static inline struct matmul_scales
matmul_scales_of (const gk_matmul *p, bool is_b)
{
  const int64_t lines = is_b ? p->k : p->m;
  const int64_t blocks = matmul_scale_blocks (p->n);
  const int64_t pitch = matmul_scale_pitch (p->n);
  const float *at = is_b ? p->scale_b : p->scale_a;
  const gk_matmul_scales by_line
      = is_b ? (gk_matmul_scales)GK_SCALES_LINES_B : GK_SCALES_LINES_A;
  struct matmul_scales s = { at, 0, 0, 0, 0, 0 };

  if (p->scales == GK_SCALES_NONE)
    return s;
  s.lines = s.inner = MATMUL_SCALE_BLOCK;
  if (p->scales == GK_SCALES_TENSOR) {
    s.count = 1;
  } else if (p->scales == by_line) {
    s.lines = 1;
    s.line = 1;
    s.step = lines;
    s.count = lines * blocks;
  } else {
    s.line = pitch;
    s.step = 1;
    s.count = matmul_scale_blocks (lines) * pitch;
  }
  return s;
}

#endif /* MATMUL_SCALES_H */
