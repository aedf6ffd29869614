/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What `best` takes from the other rungs: each makes the launch of a copy ready
 * (cuda/prepared.h), or skips with the reason told.
 */
#ifndef COPY_MAKE_H
#define COPY_MAKE_H

#include "cuda/l2-policy.h"
#include "span.h"

#ifdef __cplusplus
extern "C" {
#endif

int copy_vector_make (const gk_host *host, const struct copy_span *span,
                      int words, void **state);
int copy_aligned_make (const gk_host *host, const struct copy_span *span,
                       void **state);
int copy_hinted_make (const gk_host *host, const struct copy_span *span,
                      int words, int threads, enum l2_policy load,
                      enum l2_policy store, void **state);
int copy_no_loop_make (const gk_host *host, const struct copy_span *span,
                       int words, int threads, void **state);

#ifdef __cplusplus
}
#endif

/* What the tunable of several rungs trades. */
#define COPY_THREADS_HELP                                                      \
  "threads of a block: fewer let blocks end and start more finely, more are "  \
  "fewer blocks to start"

#endif /* COPY_MAKE_H */
