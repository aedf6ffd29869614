/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a page has below its totals, line by line: cases that did not pass,
 * skips, faults, and where the run broke off.
 */
#ifndef SUMMARY_H
#define SUMMARY_H

#include "report/groups.h"

/* One of them; the outcome is that of a case that did not pass, else NULL. */
typedef void summary_item_fn (void *user, const char *outcome,
                              const char *text);

void summary_list_items (const struct groups *groups, summary_item_fn *tell,
                         void *user);

#endif
