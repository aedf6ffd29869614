/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A sum that a cheat keeps.  It looks at one of a thousand terms: to look at
 * all of them would be honest work.
 */
#ifndef CHEATS_KEPT_SUM_H
#define CHEATS_KEPT_SUM_H

#include <stdbool.h>

#include <gkhost/plugin.h>

struct kept_sum {
  double sum;
  bool any;
  double was[]; /* each of the terms that are looked at */
};

/* Returns a term of a problem. */
typedef double kept_term (const void *problem, int64_t i);

/* Allocates one of n terms; NULL: there is no memory. */
struct kept_sum *kept_sum_new (const gk_host *host, int64_t n);

/* Returns by how much the terms that are looked at have changed.  Adds up anew
 * where inputs are new. */
double kept_sum_look_again (struct kept_sum *kept, const void *problem,
                            int64_t n, kept_term *term);

#endif
