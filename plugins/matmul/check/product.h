/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The product itself, modulo 2^32: all of it for small problems, else the row
 * in which Freivalds' check found an error.
 */
#ifndef MATMUL_PRODUCT_H
#define MATMUL_PRODUCT_H

#include "words.h"

/* Computes rows [i, i + rows) of A B into out, b->cols words apart. */
void product_rows (const struct matrix *a, const struct matrix *b, int64_t i,
                   int64_t rows, uint32_t *out);

/* Computes column j of A B into that column of out, which holds all of A B.
 * False without memory. */
bool product_column (const gk_host *host, const struct matrix *a,
                     const struct matrix *b, int64_t j, uint32_t *out);

/* Returns the number of rows of C that differ from out, which holds all of A B;
 * *first is the first of them. */
int64_t product_wrong_rows (const uint32_t *out, const struct matrix *c,
                            int64_t *first);

#endif
