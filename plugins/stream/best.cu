/* SPDX-License-Identifier: BSD-3-Clause
 *
 * best: a copy is that of the family copy, which knows sizes and devices; the
 * others are vector.  An element has a thread's few instructions whatever the
 * operation, so that what copies fastest computes fastest: one word of each
 * array in flight, and of a dot, whose blocks stay, two.
 */
#include "as-copy.h"
#include "cuda/prepared.h"
#include "make.h"

static int
best_prepare (const gk_host *host, const gk_device *device, const void *problem,
              const gk_value *, void **state)
{
  const gk_stream *p = (const gk_stream *)problem;
  const int words = p->op == GK_STREAM_DOT ? 2 : 1;

  if (p->op == GK_STREAM_COPY) {
    const gk_copy c = stream_as_copy (p);

    return copy_best_variant ().prepare (host, device, &c, NULL, state);
  }
  host->log (host, "best is vector with words = %d", words);
  return stream_vector_make (host, device, p, words, state);
}

extern "C" gk_variant
stream_best_variant (void)
{
  return prepared_variant (best_prepare, NULL, 0);
}
