/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Begins a case: opens its plugin, device and buffers, and calls the variant's
 * prepare.
 */
#ifndef CASE_BEGIN_H
#define CASE_BEGIN_H

#include "bench/bench.h"

/* Both return false with the claim's reason. */

bool case_begin (struct bench *bench, struct claim *claim);
/* Makes a device the current one. */
bool case_begin_use_device (struct bench *bench, const char *name,
                            struct claim *claim);

#endif
