/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Exact verification: is C equal to A B, element by element?  For integers
 * modulo 2^32, and for floats that hold integers below 2^31 (exact.h), which
 * their residues identify.
 *
 * Small products are computed as a whole; larger ones are verified by
 * Freivalds' check (freivalds.h, unwrapped.h), which covers all elements.  The
 * reference is made once and follows when vary changes the inputs.
 */
#ifndef MATMUL_MODULAR_H
#define MATMUL_MODULAR_H

#include "varied.h"

struct modular;

/* Makes the reference for A and B.  once: it is for one check, and fewer
 * products are worth computing as a whole.  NULL without memory. */
struct modular *modular_make (const gk_host *host, const struct matrix *a,
                              const struct matrix *b, uint64_t seed, bool once);
/* Moves the reference from one generation to that of A and B now.  False
 * without memory. */
bool modular_move (const gk_host *host, struct modular *modular,
                   const struct matrix *a, const struct matrix *b,
                   const struct varied *from, const struct varied *to);
void modular_free (const gk_host *host, struct modular *modular);

/* The name of the method, for the record. */
const char *modular_method (const struct modular *modular);

struct modular_fault {
  int64_t i, j;       /* the first wrong element, row by row */
  int32_t right;      /* the right value, modulo 2^32 */
  int64_t wrong_rows; /* rows with wrong elements */
};

/* Returns GK_OK, or GK_WRONG and the fault.  GK_FAIL without memory, or, after
 * a message, when A and B are not the inputs of the reference. */
int modular_check (const gk_host *host, const struct modular *modular,
                   const struct matrix *a, const struct matrix *b,
                   const struct matrix *c, struct modular_fault *fault);

#endif
