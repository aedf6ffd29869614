/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How the lines of grouped products are divided.  The sizes of groups depend on
 * the suite's key `seed` (gk_setup.seed), not on that of the data: so they are
 * the same in all runs, whose times can be compared.
 */
#ifndef MATMUL_CHECK_GROUPS_H
#define MATMUL_CHECK_GROUPS_H

#include <stdbool.h>

#include <gkhost/plugin.h>

/* The choices of group_sizes, in their order (problem.c). */
enum group_sizes { GROUPS_RANDOM, GROUPS_EVEN, GROUPS_SKEWED };

struct group_division {
  int64_t lines, groups; /* lines: INT32_MAX at most */
  int64_t multiple;      /* of all sizes, but that of the last group */
  enum group_sizes sizes;
  uint64_t seed;
};

/* Writes the first line of each group, and the number of all lines: groups + 1
 * numbers.  False without memory. */
bool groups_divide (const gk_host *host, const struct group_division *d,
                    int32_t *first);

#endif
