/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which rung with which tunables is the fastest for a copy.
 */
#ifndef COPY_CHOICE_H
#define COPY_CHOICE_H

#include "span.h"

enum copy_way {
  COPY_BY_VECTOR,
  COPY_BY_ALIGNED,
  COPY_BY_HINTED,
  COPY_BY_NO_LOOP
};

/* What does not apply to a rung is 0. */
struct copy_choice {
  enum copy_way way;
  int words, threads; /* a thread has, a block has */
};

#ifdef __cplusplus
extern "C" {
#endif

struct copy_choice copy_choose (const struct copy_span *span,
                                const gk_device *device);

#ifdef __cplusplus
}
#endif

#endif /* COPY_CHOICE_H */
