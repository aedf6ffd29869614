/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A sample: a few launches, timed together between two events of the device.
 */
#ifndef BENCH_SAMPLE_H
#define BENCH_SAMPLE_H

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

/* Reads a few random bytes of each output after a sample.  Bytes that are still
 * poison are no verdict, but a reason for the judge to examine the sample;
 * bytes that differ from what is shown later mean that work went on after the
 * launch. */

/* Reads and stores the bytes.  *untouched: an output is still poison there.
 * False with the device's error. */
bool spot_check_read (struct bench *bench, uint8_t poison, bool *untouched);
/* True if the views have the bytes that were read. */
bool spot_check_is_same (const struct bench *bench);
/* Forgets the stored bytes, before a launch whose outputs are not read. */
void spot_check_clear (struct bench *bench);

#endif
