/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which variant with which tunables is the fastest for a copy.
 */
#ifndef COPY_CHOICE_H
#define COPY_CHOICE_H

#include "span.h"
#include "tunables.h"

enum copy_way { COPY_BY_VECTOR, COPY_BY_ALIGNED, COPY_BY_HINTED, COPY_BY_BULK };

struct copy_choice {
  enum copy_way way;
  gk_value values[COPY_MOST_TUNABLES];
};

#ifdef __cplusplus
extern "C" {
#endif

/* capability: 10 * major + minor.  has_bulk: the variant bulk runs there. */
struct copy_choice copy_choose (const struct copy_span *span,
                                uint32_t capability, bool has_bulk);

#ifdef __cplusplus
}
#endif

#endif /* COPY_CHOICE_H */
