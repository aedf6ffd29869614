/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The one unit that the rates of a block are shown in.
 */
#ifndef RATE_UNIT_H
#define RATE_UNIT_H

#include "report/groups.h"

/* Its SI unit, NULL where each row has its own, and the largest of the rates,
 * which decides how it is shown (base/units.h). */
struct rate_unit {
  const char *si;
  double largest;
};

struct rate_unit rate_unit_of (const struct block *block);

/* A record's rate in such a unit; no number where it has none. */
double rate_in_unit (const struct case_record *record, const char *si);

#endif
