/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is not the same on all hosts of a fleet and should be: versions, the
 * suite, the model and the number of devices.
 */
#ifndef DIFFERING_H
#define DIFFERING_H

#include <stdio.h>

#include "report/fleet/fleet.h"

/* What most of them have: a line. */
void print_usual_values (FILE *out, struct fleet *fleet);
/* Which have something else: a line for each other value, so many at the most;
 * nothing where they are all the same. */
void print_differing_values (FILE *out, struct fleet *fleet, size_t most);

#endif
