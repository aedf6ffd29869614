/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a page has below its totals, line by line: cases that did not pass,
 * skips, faults, and where the run broke off.
 */
#ifndef ENDING_H
#define ENDING_H

#include "report/groups.h"

/* One of them; the outcome is that of a case that did not pass, else NULL. */
typedef void ending_fn (void *user, const char *outcome, const char *text);

void ending_each (const struct groups *groups, ending_fn *tell, void *user);

#endif
