/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A sample: a few launches, timed together between two events of the device.
 */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <stdbool.h>
#include <stddef.h>

#include "bench/bench.h"

/* Returns the most launches of a sample. */
size_t sample_max_launches (const struct launcher *l);
/* True if the stream can be held while so many launches are enqueued. */
bool sample_can_hold (const struct launcher *l, size_t launches);

/* Takes a sample as ordered: prepares inputs, outputs and caches, times the
 * launches, and copies the outputs.  False with the claim's reason. */
bool sample_take (struct bench *bench, const struct order *order,
                  struct claim *claim);

#endif
