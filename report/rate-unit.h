/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The unit that the rates of a block are shown in.
 */
#ifndef RATE_UNIT_H
#define RATE_UNIT_H

#include "report/groups.h"

/* The SI unit, NULL when rows have different ones, and the largest rate, which
 * selects the prefix (base/units.h). */
struct rate_unit {
  const char *si;
  double largest;
};

struct rate_unit rate_unit_of (const struct block *block);

/* A record's rate in that unit; NaN when it has none. */
double rate_in_unit (const struct case_record *record, const char *si);

#endif
