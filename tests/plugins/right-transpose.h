/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A right transpose of four-byte elements: what each fault departs from.
 */
#ifndef RIGHT_TRANSPOSE_H
#define RIGHT_TRANSPOSE_H

#include <stdint.h>

#include <gkhost/transpose.h>

#include "../clock/virtual-clock.h"

static inline int
right (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *p = problem;
  const uint32_t *src = p->src;
  uint32_t *dst = p->dst;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->rows; i++)
    for (int64_t j = 0; j < p->cols; j++)
      dst[j * p->dst_pitch + i] = src[i * p->src_pitch + j];
  virtual_compute (10e-6);
  return GK_OK;
}

#endif
