/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Matrix products in cuBLAS's and cuBLASLt's terms: column-major, with operands
 * that may be transposed, and the libraries' numbers for types.
 */
#ifndef CUBLAS_PRODUCT_H
#define CUBLAS_PRODUCT_H

#include <stdbool.h>
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
  CUBLAS_R_16BF = 14,
  CUBLAS_R_8F_E4M3 = 28,
  CUBLAS_R_8F_E5M2 = 29
};

/* How the elements of an operand share scales (gk_matmul_scales), by
 * cuBLASLt's numbers: CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F, _VEC128_32F and
 * _BLK128x128_32F. */
enum {
  CUBLAS_SCALE_TENSOR = 0,
  CUBLAS_SCALE_LINES = 4,
  CUBLAS_SCALE_BLOCKS = 5
};

struct cublas_operand {
  const void *at;
  int64_t rows, cols, ld; /* in memory, column-major */
  int64_t stride;         /* elements from one product's matrix to the next */
  int op, type;
  const float *scales; /* NULL where there are none */
  int64_t n_scales;    /* 0 where there are none */
  int scale_mode;
};

/* The addresses of a product, in device memory. */
struct operand_set {
  const void *a, *b;
  const float *scales_a, *scales_b; /* NULL where there are none */
  void *c;
};

/* A factor of the type `scale`. */
union cublas_factor {
  float s;
  double d;
};

/* One product, or a batch of them, which differ in their matrices' addresses
 * alone: the first one's are here. */
struct cublas_product {
  struct cublas_operand a, b;
  void *c;
  int64_t rows, cols, inner, ldc;
  int64_t batch, stride_c; /* products, and elements from one C to the next */
  int type_c;
  int compute, scale; /* the type of the sums, and of the scalar factors */
  bool fast;          /* sums of products of 8-bit floats stay in the tensor
                         core's few bits */
  const void *one, *zero;
  bool updated; /* C = alpha A B + beta C + bias, else with one and zero */
  union cublas_factor alpha, beta;
  const void *bias; /* one of each row, of C's type; NULL: none */
  const char *math; /* the name of compute, and what differs from its default */
};

/* The factors of A B and of C. */
static inline const void *
cublas_alpha (const struct cublas_product *p)
{
  return p->updated ? &p->alpha : p->one;
}

static inline const void *
cublas_beta (const struct cublas_product *p)
{
  return p->updated ? &p->beta : p->zero;
}

/* Whether C's old values are read. */
static inline bool
cublas_adds_old (const struct cublas_product *p)
{
  return p->updated
         && (p->scale == CUBLAS_R_64F ? p->beta.d != 0 : p->beta.s != 0);
}

/* The problem's own addresses. */
struct operand_set cublas_product_addresses (const struct cublas_product *p);

/* Bytes of an element. */
size_t cublas_element (int type);

/* For prepare: GK_SKIP, after a message, if neither library supports the
 * problem.  f32 and f64 are computed in full precision, 16-bit types with sums
 * in f32.  Floats of 8 bits are not for this function. */
int cublas_product_make (const gk_host *host, const gk_matmul *problem,
                         struct cublas_product *product);

/* Likewise, for f64, for cuBLAS's own emulation by fixed-point numbers, which
 * not every version and GPU has. */
int cublas_product_emulate (const gk_host *host, const gk_matmul *problem,
                            struct cublas_product *product);

/* Likewise, for floats of 8 bits, which only cuBLASLt multiplies.  Their sums
 * are moved to f32 at intervals, or never (fast). */
int cublas_product_make_fp8 (const gk_host *host, const gk_matmul *problem,
                             struct cublas_product *product);
int cublas_product_make_fp8_fast (const gk_host *host, const gk_matmul *problem,
                                  struct cublas_product *product);

#endif
