/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-naive: the definition as two loops.  Reads are sequential; each write
 * goes to another row of dst, and so to another cache line, which is evicted
 * long before its next element is written.
 */
#include <config.h>

#include <string.h>

#include "variants.h"

static inline __attribute__ ((always_inline)) void
transpose_naive (const gk_transpose *p, size_t element)
{
  const unsigned char *src = p->src;
  unsigned char *dst = p->dst;

  for (int64_t i = 0; i < p->rows; i++)
    for (int64_t j = 0; j < p->cols; j++)
      memcpy (dst + (size_t)(j * p->dst_pitch + i) * element,
              src + (size_t)(i * p->src_pitch + j) * element, element);
}

int
transpose_cpu_naive (const gk_host *host, const void *problem, void *state,
                     void *stream)
{
  const gk_transpose *p = problem;

  (void)host, (void)state, (void)stream;
  /* The size is a constant in each call, so a move is one instruction. */
  switch (p->element) {
  case 1:
    transpose_naive (p, 1);
    break;
  case 2:
    transpose_naive (p, 2);
    break;
  case 4:
    transpose_naive (p, 4);
    break;
  case 8:
    transpose_naive (p, 8);
    break;
  default:
    transpose_naive (p, 16);
    break;
  }
  return GK_OK;
}
