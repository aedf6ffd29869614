/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The values of an option: from text, checked against the option's
 * description.
 *
 * A value is a list of items.  An item is one value, or, of a number, a range:
 *   4..8          4, 5, 6, 7, 8 (whole numbers only)
 *   256..2048*2   256, 512, 1024, 2048
 *   100..400+100  100, 200, 300, 400
 * Seconds may carry a unit: 20ms, 1.5s.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>

/* One option takes no more values than this. */
#define SWEEP_MAX 100000

/* Values in the order written. */
struct sweep {
  gk_value *value;
  size_t n;
};

/* Parses text.  When it is wrong, returns false with nothing to free in sweep,
 * and in *why what is wrong and what would be right, to be freed. */
bool sweep_parse (struct sweep *sweep, const gk_option *option,
                  const char *text, char **why);
/* Makes a sweep of one value, in place of what is there. */
void sweep_set (struct sweep *sweep, gk_value value);
void sweep_free (struct sweep *sweep);

#endif
