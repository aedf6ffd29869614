/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The list below the totals of a page: cases that did not pass, skips, faults,
 * and how an incomplete run ended.
 */
#ifndef SUMMARY_H
#define SUMMARY_H

#include "report/groups.h"

/* Prints one item; outcome: of a case that did not pass, else NULL. */
typedef void summary_item_fn (void *user, const char *outcome,
                              const char *text);

void summary_list_items (const struct groups *groups, summary_item_fn *print,
                         void *user);

#endif
