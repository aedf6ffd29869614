/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A matrix product in cuBLAS's and cuBLASLt's terms: column-major, with
 * operands that may be transposed, and the libraries' numbers for types.
 */
#ifndef CUBLAS_PRODUCT_H
#define CUBLAS_PRODUCT_H

#include <stddef.h>

#include <gkhost/matmul.h>

enum { CUBLAS_AS_IS = 0, CUBLAS_TRANSPOSED = 1 };

/* The types of elements. */
enum {
  CUBLAS_R_32F = 0,
  CUBLAS_R_64F = 1,
  CUBLAS_R_16F = 2,
  CUBLAS_R_8I = 3,
  CUBLAS_R_32I = 10,
  CUBLAS_R_16BF = 14
};

struct cublas_operand {
  const void *at;
  int64_t rows, cols, ld; /* in memory, column-major */
  int op;
};

struct cublas_product {
  struct cublas_operand a, b;
  void *c;
  int64_t rows, cols, inner, ldc;
  int type, type_c;   /* of the elements */
  int compute, scale; /* the type of the sums, and of the scalar factors */
  const void *one, *zero;
  const char *math; /* the name of compute */
};

/* Bytes of an element. */
size_t cublas_element (int type);

/* For prepare: GK_SKIP, after a message, if neither library supports the
 * problem.  f32 and f64 are computed in full precision, 16-bit types with sums
 * in f32. */
int cublas_product_make (const gk_host *host, const gk_matmul *problem,
                         struct cublas_product *product);

/* Likewise, for f64, for cuBLAS's own emulation by fixed-point numbers, which
 * not every version and GPU has. */
int cublas_product_emulate (const gk_host *host, const gk_matmul *problem,
                            struct cublas_product *product);

#endif
