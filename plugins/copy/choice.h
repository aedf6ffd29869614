/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table of `best`: which variant, with which tunables, is the fastest for a
 * copy.
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

/* Members that do not apply to a variant are 0. */
struct copy_choice {
  enum copy_way way;
  int words, threads; /* words per thread, threads per block */
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
