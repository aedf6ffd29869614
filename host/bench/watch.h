/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The watch: a launch on a held stream can do nothing yet.  Outputs that change
 * all the same are written elsewhere.
 */
#ifndef WATCH_H
#define WATCH_H

#include <stdbool.h>

#include "bench/bench.h"

/* order.seconds: how long to watch.  False with the claim's reason. */
bool watch (struct bench *bench, const struct order *order,
            struct claim *claim);

#endif
