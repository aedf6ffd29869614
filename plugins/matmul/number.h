/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Elements of the dtypes of these families as numbers.
 */
#ifndef MATMUL_NUMBER_H
#define MATMUL_NUMBER_H

#include <stdbool.h>

#include <gkhost/plugin.h>

/* Bytes of an element. */
unsigned number_bytes (gk_dtype dtype);

bool number_is_integer (gk_dtype dtype);

/* The dtype of a product's result: that of its factors, or i32 where they are
 * integers of 8 bits and f32 where they are TF32. */
gk_dtype number_of_product (gk_dtype dtype);

/* The unit roundoff of floats. */
double number_roundoff (gk_dtype dtype);

/* One element. */
double number_at (gk_dtype dtype, const void *at);
/* Writes a number that the type holds, or of floats the nearest that it
 * holds. */
void number_put (gk_dtype dtype, void *at, double number);

/* n elements of a type that has 24 bits at most: as floats, those in place or
 * room filled.  (Of i32 and f64 that is not asked.) */
const float *number_floats (gk_dtype dtype, const void *from, int n,
                            float *room);
/* n elements of f16 or bf16 from floats: of each the nearest. */
void number_of_floats (gk_dtype dtype, const float *from, int n, void *to);

#endif /* MATMUL_NUMBER_H */
