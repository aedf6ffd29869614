/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Hosts times cases as text: how far the slowest device of each is below its
 * siblings.
 */
#ifndef HEAT_MAP_H
#define HEAT_MAP_H

#include <stdio.h>

#include "report/fleet/fleet.h"

/* A page at the most: where there are more hosts or cases than fit, several of
 * them share a row or a column.  Nothing where no case has siblings. */
void print_heat_map (FILE *out, const struct fleet *fleet);

#endif
