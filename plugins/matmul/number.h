/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Converts elements of the dtypes of matmul to and from numbers.
 */
#ifndef MATMUL_NUMBER_H
#define MATMUL_NUMBER_H

#include <stdbool.h>

#include <gkhost/plugin.h>

/* Bytes of an element. */
unsigned number_bytes (gk_dtype dtype);

bool number_is_integer (gk_dtype dtype);

/* A float of 8 bits. */
bool number_is_byte (gk_dtype dtype);

/* The usual dtype of a product: that of its factors, but i32 for integers of 8
 * bits, f32 for TF32, and bf16 for floats of 8 bits. */
gk_dtype number_of_product (gk_dtype dtype);

/* The unit roundoff of floats. */
double number_roundoff (gk_dtype dtype);

/* One element. */
double number_at (gk_dtype dtype, const void *at);
/* Writes a number, which an integer type must represent; floats get the
 * nearest. */
void number_put (gk_dtype dtype, void *at, double number);

/* Returns n elements of a type of 24 significant bits at most as floats: in
 * place, or converted into room.  Not for i32 and f64. */
const float *number_floats (gk_dtype dtype, const void *from, int n,
                            float *room);
/* Converts n floats to a type of 8 or 16 bits, rounding to nearest. */
void number_of_floats (gk_dtype dtype, const float *from, int n, void *to);

#endif /* MATMUL_NUMBER_H */
