/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The elements of a part of a matrix as doubles.
 */
#ifndef MATMUL_DOUBLES_H
#define MATMUL_DOUBLES_H

#include "matmul/matrix.h"

/* Returns elements [0, n) of row r of a part as doubles: in place, or converted
 * into room. */
const double *doubles_of (const struct matrix *part, int r, int n,
                          double room[PART_COLS]);

#endif
