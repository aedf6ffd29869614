/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads a few random bytes of each output after a sample.  Bytes that are still
 * poison are no verdict, but a reason for the judge to examine the sample;
 * bytes that differ from what is shown later mean that work went on after the
 * launch.
 */
#ifndef SPOT_CHECK_H
#define SPOT_CHECK_H

#include <stdbool.h>

#include "bench/bench.h"

/* Reads and stores the bytes.  *untouched: an output is still poison there.
 * False with the device's error. */
bool spot_check_read (struct bench *bench, uint8_t poison, bool *untouched);
/* True if the views have the bytes that were read. */
bool spot_check_is_same (const struct bench *bench);
/* Forgets the stored bytes, before a launch whose outputs are not read. */
void spot_check_clear (struct bench *bench);

#endif
