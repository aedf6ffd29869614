/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which variant with which tunables is the fastest for a copy.
 */
#ifndef COPY_CHOICE_H
#define COPY_CHOICE_H

#include "span.h"
#include "tunables.h"

enum copy_way {
  COPY_BY_VECTOR,
  COPY_BY_ALIGNED,
  COPY_BY_HINTED,
  COPY_BY_STRAIGHT
};

struct copy_choice {
  enum copy_way way;
  gk_value values[COPY_MOST_TUNABLES];
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
