/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether a launch left its outputs as it found them, as far as a look at one
 * place tells: no verdict, but a reason to ask for one.  And whether that place
 * is still as it was seen, when the outputs are shown.
 */
#ifndef UNTOUCHED_H
#define UNTOUCHED_H

#include <stdbool.h>

#include "bench/bench.h"

/* Keeps what it saw.  False with the device's error. */
bool untouched_look (struct bench *bench, uint8_t poison, bool *untouched);
/* Whether what is shown of that place is what was seen there. */
bool untouched_since (const struct bench *bench);
/* Before a launch that nobody looks at in that way. */
void untouched_forget (struct bench *bench);

#endif
