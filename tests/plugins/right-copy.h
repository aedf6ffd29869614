/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A right copy: what variants of it do besides is what is tested.
 */
#ifndef RIGHT_COPY_H
#define RIGHT_COPY_H

#include <stdint.h>
#include <string.h>

#include <gkhost/copy.h>

#include "../clock/virtual-clock.h"

static inline int
right (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_copy *p = problem;
  const char *src = p->src;
  char *dst = p->dst;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->rows; i++)
    memcpy (dst + i * p->dst_pitch * p->element,
            src + i * p->src_pitch * p->element, (size_t)p->cols * p->element);
  virtual_compute (10e-6);
  return GK_OK;
}

#endif
