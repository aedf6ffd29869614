/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The beginning of a case: its plugin, device and buffers, and the variant's
 * prepare.
 */
#ifndef OPENING_H
#define OPENING_H

#include "bench/bench.h"

/* False with the claim's reason. */
bool opening (struct bench *bench, struct claim *claim);

#endif
