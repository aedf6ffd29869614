/* SPDX-License-Identifier: BSD-3-Clause
 *
 * best: selects the fastest of the other variants for a problem, by its size,
 * its pitches and the device (choice.c).
 */
#include <config.h>

#include "choice.h"
#include "cuda/prepared.h"
#include "make.h"

gk_variant copy_best_variant (void);

static int
best_make (const gk_host *host, const struct copy_span *span,
           const struct copy_choice *c, void **state)
{
  switch (c->way) {
  case COPY_BY_NO_LOOP:
    host->log (host, "best is no-loop with words = %d, threads = %d", c->words,
               c->threads);
    return copy_no_loop_make (host, span, c->words, c->threads, state);
  case COPY_BY_HINTED:
    /* For its number of words.  Its eviction priorities gain nothing where L2
     * holds no dirty lines at the start (hinted.cu). */
    host->log (host,
               "best is hinted with words = %d, threads = %d, load = normal, "
               "store = normal",
               c->words, c->threads);
    return copy_hinted_make (host, span, c->words, c->threads, L2_EVICT_NORMAL,
                             L2_EVICT_NORMAL, state);
  case COPY_BY_VECTOR:
    host->log (host, "best is vector with words = %d", c->words);
    return copy_vector_make (host, span, c->words, state);
  default:
    host->log (host, "best is aligned");
    return copy_aligned_make (host, span, state);
  }
}

static int
best_prepare (const gk_host *host, const gk_device *device, const void *problem,
              const gk_value *values, void **state)
{
  const struct copy_span span = copy_span (problem);
  const struct copy_choice choice = copy_choose (&span, device);

  (void)values;
  return best_make (host, &span, &choice, state);
}

gk_variant
copy_best_variant (void)
{
  return prepared_variant (best_prepare, NULL, 0);
}
