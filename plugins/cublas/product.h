/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A matrix product as cuBLAS and cuBLASLt take it: column-major, with operands
 * that may be transposed, and the libraries' numbers for types.
 */
#ifndef CUBLAS_PRODUCT_H
#define CUBLAS_PRODUCT_H

#include <stddef.h>

#include <gkhost/matmul.h>

enum { CUBLAS_AS_IS = 0, CUBLAS_TRANSPOSED = 1 };

/* Types of elements. */
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
  int64_t rows, cols, ld; /* as it lies, column-major */
  int op;
};

struct cublas_product {
  struct cublas_operand a, b;
  void *c;
  int64_t rows, cols, inner, ldc;
  int type, type_c;   /* of the elements */
  int compute, scale; /* what is added up in, and the type of the factors */
  const void *one, *zero;
  const char *math; /* the name of compute */
};

/* Bytes of an element. */
size_t cublas_element (int type);

/* For prepare: GK_SKIP, with the reason told, where neither library takes the
 * problem.  f32 and f64 are asked for in full precision, 16 bits with sums in
 * f32. */
int cublas_product_make (const gk_host *host, const gk_matmul *problem,
                         struct cublas_product *product);

/* Likewise, of f64, for cuBLAS's own emulation by fixed-point numbers, which
 * not every version and GPU has. */
int cublas_product_emulate (const gk_host *host, const gk_matmul *problem,
                            struct cublas_product *product);

#endif
