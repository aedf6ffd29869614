/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The variants that `best` selects from.  Each function prepares the launch of
 * a copy (cuda/prepared.h), or returns GK_SKIP after a message.
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

/* The help of a tunable of several variants. */
#define COPY_THREADS_HELP                                                      \
  "threads per block: with fewer, blocks end and start more evenly; "          \
  "with more, fewer blocks have to start"

#endif /* COPY_MAKE_H */
