/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The watch: a launch on a held stream can do nothing yet.  Outputs that change
 * all the same are written elsewhere.
 */
#ifndef HELD_LAUNCH_H
#define HELD_LAUNCH_H

#include <stdbool.h>

#include "bench/bench.h"

/* order.seconds: how long to watch.  False with the claim's reason. */
bool held_launch_check (struct bench *bench, const struct order *order,
                        struct claim *claim);

#endif
