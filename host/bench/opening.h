/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The beginning of a case: its plugin, device and buffers, and the variant's
 * prepare.
 */
#ifndef OPENING_H
#define OPENING_H

#include "bench/bench.h"

/* Both: false with the claim's reason. */

bool opening (struct bench *bench, struct claim *claim);
/* Makes a device the one in use. */
bool opening_device (struct bench *bench, const char *name,
                     struct claim *claim);

#endif
