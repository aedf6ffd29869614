/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Describes a problem in cuBLAS's terms.
 */
#include <config.h>

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "matmul/forms.h"
#include "matmul/scales.h"
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
  gk_dtype dtype; /* of A */
  int compute, scale;
  const char *math;
};

static const struct types all_types[] = {
  { GK_I8, COMPUTE_32I, CUBLAS_R_32I, "COMPUTE_32I" },
  { GK_F16, COMPUTE_32F, CUBLAS_R_32F, "COMPUTE_32F" },
  { GK_BF16, COMPUTE_32F, CUBLAS_R_32F, "COMPUTE_32F" },
  { GK_TF32, COMPUTE_32F_FAST_TF32, CUBLAS_R_32F, "COMPUTE_32F_FAST_TF32" },
  { GK_F32, COMPUTE_32F, CUBLAS_R_32F, "COMPUTE_32F" },
  { GK_F64, COMPUTE_64F, CUBLAS_R_64F, "COMPUTE_64F" },
  { GK_F8_E4M3, COMPUTE_32F, CUBLAS_R_32F, "COMPUTE_32F" },
  { GK_F8_E5M2, COMPUTE_32F, CUBLAS_R_32F, "COMPUTE_32F" },
};

static const struct types *
types_of (gk_dtype dtype)
{
  for (size_t i = 0; i < sizeof all_types / sizeof all_types[0]; i++)
    if (all_types[i].dtype == dtype)
      return &all_types[i];
  return NULL;
}

/* The library's number for a type that a matrix of such a problem may have. */
static int
number_of (gk_dtype dtype)
{
  switch (dtype) {
  case GK_I8:
    return CUBLAS_R_8I;
  case GK_I32:
    return CUBLAS_R_32I;
  case GK_F16:
    return CUBLAS_R_16F;
  case GK_BF16:
    return CUBLAS_R_16BF;
  case GK_F64:
    return CUBLAS_R_64F;
  case GK_F8_E4M3:
    return CUBLAS_R_8F_E4M3;
  case GK_F8_E5M2:
    return CUBLAS_R_8F_E5M2;
  default:
    return CUBLAS_R_32F; /* TF32, too */
  }
}

struct operand_set
cublas_product_addresses (const struct cublas_product *p)
{
  return (struct operand_set){ .a = p->a.at,
                               .b = p->b.at,
                               .scales_a = p->a.scales,
                               .scales_b = p->b.scales,
                               .c = p->c };
}

size_t
cublas_element (int type)
{
  switch (type) {
  case CUBLAS_R_8I:
  case CUBLAS_R_8F_E4M3:
  case CUBLAS_R_8F_E5M2:
    return 1;
  case CUBLAS_R_16F:
  case CUBLAS_R_16BF:
    return 2;
  case CUBLAS_R_64F:
    return 8;
  default:
    return 4;
  }
}

static void
set_types (const struct types *types, struct cublas_product *p)
{
  static const int32_t one_i = 1, zero_i = 0;
  static const float one_s = 1, zero_s = 0;
  static const double one_d = 1, zero_d = 0;

  p->compute = types->compute;
  p->scale = types->scale;
  p->fast = false;
  p->math = types->math;
  p->one = p->scale == CUBLAS_R_32I   ? (const void *)&one_i
           : p->scale == CUBLAS_R_64F ? (const void *)&one_d
                                      : &one_s;
  p->zero = p->scale == CUBLAS_R_32I   ? (const void *)&zero_i
            : p->scale == CUBLAS_R_64F ? (const void *)&zero_d
                                       : &zero_s;
}

/* The bias is along C's contiguous dimension, which the libraries have as
 * rows. */
static void
set_update (const gk_matmul *m, struct cublas_product *p)
{
  const bool is_double = p->scale == CUBLAS_R_64F;

  p->updated
      = p->scale != CUBLAS_R_32I && matmul_is_updated (m, m->bias != NULL);
  p->bias = m->bias;
  if (is_double) {
    p->alpha.d = m->alpha;
    p->beta.d = m->beta;
  } else {
    p->alpha.s = (float)m->alpha;
    p->beta.s = (float)m->beta;
  }
}

/* rows x cols, as a factor; if it is transposed, its rows are columns in
 * memory. */
static struct cublas_operand
operand_of (const void *at, gk_dtype dtype, int64_t rows, int64_t cols,
            int64_t ld, bool transposed)
{
  const struct cublas_operand o
      = { .at = at,
          .rows = transposed ? cols : rows,
          .cols = transposed ? rows : cols,
          .ld = ld,
          .op = transposed ? CUBLAS_TRANSPOSED : CUBLAS_AS_IS,
          .type = number_of (dtype) };

  return o;
}

static void
set_scales (const gk_matmul *m, bool is_b, struct cublas_operand *o)
{
  const struct matmul_scales s = matmul_scales_of (m, is_b);

  o->scales = s.at;
  o->n_scales = s.count;
  o->scale_mode = m->scales <= GK_SCALES_TENSOR ? CUBLAS_SCALE_TENSOR
                  : s.lines == 1                ? CUBLAS_SCALE_LINES
                                                : CUBLAS_SCALE_BLOCKS;
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
  p->batch = m->batch;
  p->stride_c = m->stride_c;
  p->type_c = number_of (m->dtype_c);
  p->a = swapped ? operand_of (m->b, m->dtype_b, m->k, m->n, m->ldb, b_turned)
                 : operand_of (m->a, m->dtype, m->m, m->n, m->lda, a_turned);
  p->b = swapped ? operand_of (m->a, m->dtype, m->n, m->m, m->lda, a_turned)
                 : operand_of (m->b, m->dtype_b, m->n, m->k, m->ldb, b_turned);
  p->a.stride = swapped ? m->stride_b : m->stride_a;
  p->b.stride = swapped ? m->stride_a : m->stride_b;
  set_scales (m, swapped, &p->a);
  set_scales (m, !swapped, &p->b);
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
  if (p->batch <= INT_MAX)
    return GK_OK;
  host->error (host,
               "cuBLAS counts in int: a batch of %lld products is more than "
               "%d; make batch smaller",
               (long long)p->batch, INT_MAX);
  return GK_SKIP;
}

/* Checks the conditions for int8 in the libraries' manual.  Strides are
 * multiples of the leading dimensions, so that a batch fulfils them if its
 * first product does. */
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

/* Likewise for floats of 8 bits: rows and pitches of 16 bytes.  The columns of
 * C may be any number, as no pitch depends on it. */
static int
check_fp8 (const gk_host *host, const struct cublas_product *p)
{
  const int64_t fits = 16 / (int64_t)cublas_element (p->type_c);

  if (p->a.op != CUBLAS_TRANSPOSED || p->b.op != CUBLAS_AS_IS) {
    host->error (host,
                 "cuBLAS multiplies floats of 8 bits with layout = tn only");
    return GK_SKIP;
  }
  if (p->a.type == CUBLAS_R_8F_E5M2 && p->b.type == CUBLAS_R_8F_E5M2) {
    host->error (host, "cuBLAS multiplies no f8_e5m2 by f8_e5m2; make dtype or "
                       "dtype_b f8_e4m3");
    return GK_SKIP;
  }
  if (p->bias != NULL && p->type_c == CUBLAS_R_32F) {
    host->error (host, "cuBLAS's bias of floats of 8 bits is bf16 where C is "
                       "f32; make dtype_c usual, or bias no");
    return GK_SKIP;
  }
  if ((p->inner | p->a.ld | p->b.ld) % 16 == 0
      && (p->rows | p->ldc) % fits == 0)
    return GK_OK;
  host->error (
      host,
      "cuBLAS multiplies floats of 8 bits only where n and the leading "
      "dimensions of A and B are multiples of 16, and m and that of C "
      "are multiples of %d (16 bytes)",
      (int)fits);
  return GK_SKIP;
}

static bool
is_fp8 (gk_dtype dtype)
{
  return dtype == GK_F8_E4M3 || dtype == GK_F8_E5M2;
}

static int
make_product (const gk_host *host, const gk_matmul *problem, bool fp8,
              struct cublas_product *product)
{
  const struct types *types = types_of (problem->dtype);
  int r;

  if (types == NULL || is_fp8 (problem->dtype) != fp8) {
    host->error (host, "cuBLAS multiplies no elements of this dtype");
    return GK_SKIP;
  }
  set_types (types, product);
  set_update (problem, product);
  set_matrices (problem, product);
  r = check_counts (host, product);
  if (r == GK_OK && fp8)
    r = check_fp8 (host, product);
  if (r == GK_OK && product->a.type == CUBLAS_R_8I)
    r = check_int8 (host, product);
  return r;
}

int
cublas_product_make (const gk_host *host, const gk_matmul *problem,
                     struct cublas_product *product)
{
  return make_product (host, problem, false, product);
}

int
cublas_product_make_fp8 (const gk_host *host, const gk_matmul *problem,
                         struct cublas_product *product)
{
  return make_product (host, problem, true, product);
}

int
cublas_product_make_fp8_fast (const gk_host *host, const gk_matmul *problem,
                              struct cublas_product *product)
{
  const int r = cublas_product_make_fp8 (host, problem, product);

  product->fast = true;
  product->math = "COMPUTE_32F, FAST_ACCUM";
  if (r != GK_OK || problem->scales <= GK_SCALES_TENSOR)
    return r;
  host->error (host,
               "with FAST_ACCUM sums stay in the tensor cores, and scales "
               "of blocks can't be applied; use cublas-fp8, or scales = "
               "tensor");
  return GK_SKIP;
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
