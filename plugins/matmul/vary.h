/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which elements of A and B a generation changes, in the row-major view: some
 * of one row of A, which changes that row of C, and some of one column of B,
 * which changes that column.  All in one line, so that the change is more than
 * what arithmetic of few bits may lose, however long the sums.
 */
#ifndef MATMUL_VARY_H
#define MATMUL_VARY_H

#include <gkhost/plugin.h>

enum { VARIED_A, VARIED_B };

/* The row of A, or the column of B, of so many. */
int64_t varied_line (const gk_host *host, uint64_t seed, uint64_t generation,
                     uint32_t which, uint64_t lines);

#endif
