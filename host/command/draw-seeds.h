/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What random searches follow from, where the suite does not say.
 */
#ifndef DRAW_SEEDS_H
#define DRAW_SEEDS_H

#include <stdint.h>

#include "command/options.h"
#include "suite/job.h"

/* Gives a seed to each job with a random search that has none: that of the
 * records that the options go on with, else one that is drawn for all of them.
 * Returns the latter; 0: none needed it. */
int64_t draw_seeds (struct jobs *jobs, const struct options *options);

#endif
