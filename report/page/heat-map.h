/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Hosts over cases as text: how far the slowest device of each is below the
 * median of devices of the same model.
 */
#ifndef HEAT_MAP_H
#define HEAT_MAP_H

#include <stdio.h>

#include "report/fleet/fleet.h"

/* At most a page: if there are more hosts or cases, several share a row or a
 * column.  Prints nothing when no case ran on two devices of a model. */
void print_heat_map (FILE *out, const struct fleet *fleet);

#endif
