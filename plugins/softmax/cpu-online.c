/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-online: one pass for the greatest element and the sum, one for results.
 *
 * The idea is that of Milakov and Gimelshein, Online normalizer calculation for
 * softmax: where a greater element is found, the sum so far is multiplied by
 * exp (old - new).  Here that is done for each 1024 elements, which stay in the
 * first cache for both.  A layernorm joins means and squares likewise (Chan,
 * Golub and LeVeque).
 */
#include <config.h>

#include "variants.h"

int
softmax_cpu_online (const gk_host *host, const void *problem, void *state,
                    void *stream)
{
  const gk_softmax *p = problem;

  (void)host, (void)state, (void)stream;
  for (int64_t row = 0; row < p->rows; row++)
    softmax_write (p, row, 0, p->cols, softmax_summarize (p, row, 0, p->cols));
  return GK_OK;
}
