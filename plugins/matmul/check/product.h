/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The product itself, modulo 2^32: for small problems all of it, for others the
 * row in which Freivalds' check found an error.
 */
#ifndef MATMUL_PRODUCT_H
#define MATMUL_PRODUCT_H

#include "words.h"

/* Rows [i, i + rows) of A B into out, b->cols words apart. */
void product_rows (const struct matrix *a, const struct matrix *b, int64_t i,
                   int64_t rows, uint32_t *out);

/* Column j of it into that of out, all of A B; false without memory. */
bool product_column (const gk_host *host, const struct matrix *a,
                     const struct matrix *b, int64_t j, uint32_t *out);

/* The number of rows of C that differ from out, all of A B; *first is the
 * first. */
int64_t product_wrong_rows (const uint32_t *out, const struct matrix *c,
                            int64_t *first);

#endif
