/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The beginning of a case: its plugin, device and buffers, and the variant's
 * prepare.
 */
#ifndef CASE_BEGIN_H
#define CASE_BEGIN_H

#include "bench/bench.h"

/* Both: false with the claim's reason. */

bool case_begin (struct bench *bench, struct claim *claim);
/* Makes a device the one in use. */
bool case_begin_use_device (struct bench *bench, const char *name,
                            struct claim *claim);

#endif
