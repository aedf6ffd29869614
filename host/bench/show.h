/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Shows the judge what launches left, and what the host sees for itself: guard
 * zones, inputs, and work that goes on when the launch is over.
 */
#ifndef SHOW_H
#define SHOW_H

#include <stdbool.h>

#include "bench/bench.h"

/* Each: false with the claim's reason. */

/* Launches once, as ordered, and shows the outputs. */
bool show_run (struct bench *bench, const struct order *order,
               struct claim *claim);
/* Shows what the last sample left. */
bool show_last (struct bench *bench, const struct order *order,
                struct claim *claim);
/* Looks whether it is still there when nothing runs any more, and at all that
 * no launch may touch. */
bool show_check (struct bench *bench, const struct order *order,
                 struct claim *claim);

#endif
