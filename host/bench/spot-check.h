/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether a launch left its outputs as it found them, as far as a look at one
 * place tells: no verdict, but a reason to ask for one.  And whether that place
 * is still as it was seen, when the outputs are shown.
 */
#ifndef SPOT_CHECK_H
#define SPOT_CHECK_H

#include <stdbool.h>

#include "bench/bench.h"

/* Keeps what it saw.  False with the device's error. */
bool spot_check_read (struct bench *bench, uint8_t poison, bool *untouched);
/* Whether what is shown of that place is what was seen there. */
bool spot_check_is_same (const struct bench *bench);
/* Before a launch that nobody looks at in that way. */
void spot_check_clear (struct bench *bench);

#endif
