/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Parses the values of an option, and checks them against its description.
 *
 * A value is a list of items.  An item is one value, or a range of numbers:
 *   4..8          4, 5, 6, 7, 8 (whole numbers only)
 *   256..2048*2   256, 512, 1024, 2048
 *   100..400+100  100, 200, 300, 400
 * Seconds may have a unit: 20ms, 1.5s.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>

/* The most values of one option. */
#define SWEEP_MAX 100000

/* Values in the order written. */
struct sweep {
  gk_value *value;
  size_t n;
};

/* Parses text.  False, with nothing to free in sweep, when it is wrong: *why,
 * to be freed, is what is wrong and what would be right. */
bool sweep_parse (struct sweep *sweep, const gk_option *option,
                  const char *text, char **why);
/* Replaces the values of a sweep by one. */
void sweep_set (struct sweep *sweep, gk_value value);
void sweep_free (struct sweep *sweep);

#endif
