/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Is C exactly A B?  For integers modulo 2^32, and for floats that hold
 * integers under 2^31 (exact.h), whose residues tell them apart.
 */
#ifndef MATMUL_MODULAR_H
#define MATMUL_MODULAR_H

#include "vary.h"

struct modular;

/* What C is compared with; NULL without memory. */
struct modular *modular_make (const gk_host *host, const struct matrix *a,
                              const struct matrix *b, uint64_t seed);
/* Makes it that of A and B now, which are of another generation than they were;
 * false without memory. */
bool modular_move (const gk_host *host, struct modular *modular,
                   const struct matrix *a, const struct matrix *b,
                   const struct varied *from, const struct varied *to);
void modular_free (const gk_host *host, struct modular *modular);

/* How the check works, for the record. */
const char *modular_method (const struct modular *modular);

struct modular_fault {
  int64_t i, j;       /* the first wrong element, row by row */
  int32_t right;      /* what it should have been */
  int64_t wrong_rows; /* rows with a fault */
};

/* GK_OK or GK_WRONG and what is wrong; GK_FAIL without memory. */
int modular_check (const gk_host *host, const struct modular *modular,
                   const struct matrix *a, const struct matrix *b,
                   const struct matrix *c, struct modular_fault *fault);

#endif
