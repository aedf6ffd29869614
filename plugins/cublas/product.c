/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Describes a problem in cuBLAS's terms.
 */
#include <config.h>

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "product.h"

/* The documented numbers of cublasComputeType_t. */
enum {
  COMPUTE_32F = 68,
  COMPUTE_64F = 70,
  COMPUTE_32I = 72,
  COMPUTE_32F_FAST_TF32 = 77,
  COMPUTE_64F_EMULATED_FIXEDPOINT = 79
};

struct types {
  gk_dtype dtype;
  int type, type_c, compute, scale;
  const char *math;
};

static const struct types all_types[] = {
  { GK_I8, CUBLAS_R_8I, CUBLAS_R_32I, COMPUTE_32I, CUBLAS_R_32I,
    "COMPUTE_32I" },
  { GK_F16, CUBLAS_R_16F, CUBLAS_R_16F, COMPUTE_32F, CUBLAS_R_32F,
    "COMPUTE_32F" },
  { GK_BF16, CUBLAS_R_16BF, CUBLAS_R_16BF, COMPUTE_32F, CUBLAS_R_32F,
    "COMPUTE_32F" },
  { GK_TF32, CUBLAS_R_32F, CUBLAS_R_32F, COMPUTE_32F_FAST_TF32, CUBLAS_R_32F,
    "COMPUTE_32F_FAST_TF32" },
  { GK_F32, CUBLAS_R_32F, CUBLAS_R_32F, COMPUTE_32F, CUBLAS_R_32F,
    "COMPUTE_32F" },
  { GK_F64, CUBLAS_R_64F, CUBLAS_R_64F, COMPUTE_64F, CUBLAS_R_64F,
    "COMPUTE_64F" },
};

static const struct types *
types_of (gk_dtype dtype)
{
  for (size_t i = 0; i < sizeof all_types / sizeof all_types[0]; i++)
    if (all_types[i].dtype == dtype)
      return &all_types[i];
  return NULL;
}

size_t
cublas_element (int type)
{
  return type == CUBLAS_R_8I                             ? 1
         : type == CUBLAS_R_16F || type == CUBLAS_R_16BF ? 2
         : type == CUBLAS_R_64F                          ? 8
                                                         : 4;
}

static void
set_types (const struct types *types, struct cublas_product *p)
{
  static const int32_t one_i = 1, zero_i = 0;
  static const float one_s = 1, zero_s = 0;
  static const double one_d = 1, zero_d = 0;

  p->type = types->type;
  p->type_c = types->type_c;
  p->compute = types->compute;
  p->scale = types->scale;
  p->math = types->math;
  p->one = p->scale == CUBLAS_R_32I   ? (const void *)&one_i
           : p->scale == CUBLAS_R_64F ? (const void *)&one_d
                                      : &one_s;
  p->zero = p->scale == CUBLAS_R_32I   ? (const void *)&zero_i
            : p->scale == CUBLAS_R_64F ? (const void *)&zero_d
                                       : &zero_s;
}

/* rows x cols, as a factor; if it is transposed, its rows are columns in
 * memory. */
static struct cublas_operand
operand_of (const void *at, int64_t rows, int64_t cols, int64_t ld,
            bool transposed)
{
  const struct cublas_operand o
      = { .at = at,
          .rows = transposed ? cols : rows,
          .cols = transposed ? rows : cols,
          .ld = ld,
          .op = transposed ? CUBLAS_TRANSPOSED : CUBLAS_AS_IS };

  return o;
}

/* A row-major C is its own transpose for the libraries, and that is the product
 * of the transposes, swapped.  In either case a factor with C's layout needs no
 * transposition. */
static void
set_matrices (const gk_matmul *m, struct cublas_product *p)
{
  const bool a_turned = m->layout_a != m->layout_c;
  const bool b_turned = m->layout_b != m->layout_c;
  const bool swapped = m->layout_c == GK_ROW_MAJOR;

  p->rows = swapped ? m->k : m->m;
  p->cols = swapped ? m->m : m->k;
  p->inner = m->n;
  p->c = m->c;
  p->ldc = m->ldc;
  p->a = swapped ? operand_of (m->b, m->k, m->n, m->ldb, b_turned)
                 : operand_of (m->a, m->m, m->n, m->lda, a_turned);
  p->b = swapped ? operand_of (m->a, m->n, m->m, m->lda, a_turned)
                 : operand_of (m->b, m->n, m->k, m->ldb, b_turned);
}

static int
check_counts (const gk_host *host, const struct cublas_product *p)
{
  const int64_t counts[]
      = { p->rows, p->cols, p->inner, p->a.ld, p->b.ld, p->ldc };

  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
    if (counts[i] > INT_MAX) {
      host->error (host,
                   "cuBLAS counts in int: %lld rows, columns or pitch are more "
                   "than %d",
                   (long long)counts[i], INT_MAX);
      return GK_SKIP;
    }
  return GK_OK;
}

/* Checks the conditions for int8 in the libraries' manual. */
static int
check_int8 (const gk_host *host, const struct cublas_product *p)
{
  const int64_t fours = p->rows | p->inner | p->a.ld | p->b.ld | p->ldc;

  if (p->a.op != CUBLAS_TRANSPOSED || p->b.op != CUBLAS_AS_IS) {
    host->error (host, "cuBLAS multiplies int8 with layout = tn only");
    return GK_SKIP;
  }
  if (fours % 4 != 0) {
    host->error (host, "cuBLAS multiplies int8 only where m, n and all leading "
                       "dimensions are multiples of 4");
    return GK_SKIP;
  }
  return GK_OK;
}

int
cublas_product_make (const gk_host *host, const gk_matmul *problem,
                     struct cublas_product *product)
{
  const struct types *types = types_of (problem->dtype);
  int r;

  if (types == NULL) {
    host->error (host, "cuBLAS multiplies no elements of this dtype");
    return GK_SKIP;
  }
  set_types (types, product);
  set_matrices (problem, product);
  r = check_counts (host, product);
  if (r == GK_OK && product->type == CUBLAS_R_8I)
    r = check_int8 (host, product);
  return r;
}

int
cublas_product_emulate (const gk_host *host, const gk_matmul *problem,
                        struct cublas_product *product)
{
  const int r = cublas_product_make (host, problem, product);

  product->compute = COMPUTE_64F_EMULATED_FIXEDPOINT;
  product->math = "COMPUTE_64F_EMULATED_FIXEDPOINT";
  return r;
}
