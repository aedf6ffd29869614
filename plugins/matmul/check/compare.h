/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Compares C with all that is known of it in one pass: whether it was written
 * (written.h), its chosen columns (columns.h) and its folds (folds.h).  A large
 * C is read from memory, which takes longer than all of the arithmetic, so it
 * is read once: a row is in a cache when the second of them looks at it.
 */
#ifndef MATMUL_COMPARE_H
#define MATMUL_COMPARE_H

#include "columns.h"
#include "folds.h"

struct compared {
  int64_t bad; /* the first row with an element that was not written or is not
                  finite; INT64_MAX: there is none */
  struct columns_errors columns;
  struct folds_errors folds;
};

/* folds->folds: NULL where there are none. */
struct compared compare_rows (const struct columns_measured *columns,
                              const struct folds_measured *folds,
                              const uint8_t poison[8]);

#endif
