/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A sample: launches between two looks at the device's clock.
 */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <stdbool.h>
#include <stddef.h>

#include "bench/bench.h"

/* Launches that a sample may have at the most. */
size_t sample_max_launches (const struct launcher *l);
/* Whether the stream may wait while so many launches are enqueued. */
bool sample_can_hold (const struct launcher *l, size_t launches);

/* Takes one, as ordered: what comes before, the launches, and a copy of what
 * they left.  False with the claim's reason. */
bool sample_take (struct bench *bench, const struct order *order,
                  struct claim *claim);

#endif
