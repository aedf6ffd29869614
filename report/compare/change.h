/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an estimate says against a margin: that a case became slower or faster,
 * that it is the same, or that nobody can tell.
 */
#ifndef CHANGE_H
#define CHANGE_H

#include <stddef.h>

#include "base/names.h"
#include "report/compare/estimate.h"

enum change { CHANGE_UNSURE, CHANGE_SAME, CHANGE_FASTER, CHANGE_SLOWER };

extern const struct names change_names; /* "unsure" ... "slower" */

/* One case of a comparison. */
struct case_change {
  struct estimate estimate; /* of new over old */
  double allowance; /* what the ratio may be off besides, as a logarithm, for
                       a reason that no round shows: 0 or more */
  enum change change;
};

/* Decides on n cases together, so that many of them raise no more false alarms
 * than one.  margin: how much of a change is none, 0.01 for 1 %. */
void changes_decide (struct case_change *c, size_t n, double margin);

#endif
