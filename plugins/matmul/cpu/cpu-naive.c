/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The formula as three loops: each element of C is the dot product of a row of
 * A and a column of B.  It is the baseline of all other variants.  The inner
 * loop walks down a column of B, a whole row of memory further in each step,
 * and one core adds one product at a time.
 */
#include <config.h>

#include "cpu.h"
#include "matmul/batch.h"
#include "matmul/half.h"
#include "matmul/matrix.h"
#include "matmul/number.h"
#include "matmul/row-major.h"
#include "matmul/forms.h"
#include "matmul/scales.h"

/* A row of A and a column of B: their first elements, and the distances between
 * elements, in elements. */
struct dot {
  const void *a, *b;
  int64_t a_step, b_step, n;
  gk_dtype dtype, dtype_b, dtype_c;
};

typedef void dot_fn (const struct dot *d, void *c);

static void
dot_i8 (const struct dot *d, void *c)
{
  const int8_t *a = d->a, *b = d->b;
  uint32_t sum = 0;

  for (int64_t l = 0; l < d->n; l++)
    sum += (uint32_t)(a[l * d->a_step] * b[l * d->b_step]);
  *(uint32_t *)c = sum;
}

static void
dot_u8 (const struct dot *d, void *c)
{
  const uint8_t *a = d->a, *b = d->b;
  uint32_t sum = 0;

  for (int64_t l = 0; l < d->n; l++)
    sum += (uint32_t)a[l * d->a_step] * b[l * d->b_step];
  *(uint32_t *)c = sum;
}

static void
dot_i32 (const struct dot *d, void *c)
{
  const uint32_t *a = d->a, *b = d->b;
  uint32_t sum = 0;

  for (int64_t l = 0; l < d->n; l++)
    sum += a[l * d->a_step] * b[l * d->b_step];
  *(uint32_t *)c = sum;
}

/* dtype, dtype_b: constants in each call. */
static inline __attribute__ ((always_inline)) float
sum_of (gk_dtype dtype, gk_dtype dtype_b, const struct dot *d)
{
  float sum = 0;

  for (int64_t l = 0; l < d->n; l++)
    sum += half_element (dtype, d->a, l * d->a_step)
           * half_element (dtype_b, d->b, l * d->b_step);
  return sum;
}

/* Products of factors of 8 and 16 bits are summed in f32. */
static float
sum_short (const struct dot *d)
{
  const bool other = d->dtype_b != d->dtype;

  switch (d->dtype) {
  case GK_F16:
    return sum_of (GK_F16, GK_F16, d);
  case GK_BF16:
    return sum_of (GK_BF16, GK_BF16, d);
  case GK_F8_E4M3:
    return other ? sum_of (GK_F8_E4M3, GK_F8_E5M2, d)
                 : sum_of (GK_F8_E4M3, GK_F8_E4M3, d);
  default:
    return other ? sum_of (GK_F8_E5M2, GK_F8_E4M3, d)
                 : sum_of (GK_F8_E5M2, GK_F8_E5M2, d);
  }
}

/* The sum is rounded to C's type at the end. */
static void
dot_short (const struct dot *d, void *c)
{
  number_put (d->dtype_c, c, (double)sum_short (d));
}

static void
dot_f32 (const struct dot *d, void *c)
{
  const float *a = d->a, *b = d->b;
  float sum = 0;

  for (int64_t l = 0; l < d->n; l++)
    sum += a[l * d->a_step] * b[l * d->b_step];
  *(float *)c = sum;
}

static void
dot_f64 (const struct dot *d, void *c)
{
  const double *a = d->a, *b = d->b;
  double sum = 0;

  for (int64_t l = 0; l < d->n; l++)
    sum += a[l * d->a_step] * b[l * d->b_step];
  *(double *)c = sum;
}

static dot_fn *
dot_of (gk_dtype dtype)
{
  switch (dtype) {
  case GK_I8:
    return dot_i8;
  case GK_U8:
    return dot_u8;
  case GK_I32:
    return dot_i32;
  case GK_F16:
  case GK_BF16:
  case GK_F8_E4M3:
  case GK_F8_E5M2:
    return dot_short;
  case GK_F64:
    return dot_f64;
  default:
    return dot_f32;
  }
}

/* Row i of A times column j of B, of which each block of the inner dimension
 * has a scale in A and one in B. */
static float
sum_scaled (const struct matrix *a, const struct matrix *b, int64_t i,
            int64_t j)
{
  float sum = 0;

  for (int64_t l = 0; l < a->cols; l += MATMUL_SCALE_BLOCK) {
    const int64_t left = a->cols - l;
    const struct dot block
        = { .a = matrix_at (a, i, l),
            .b = matrix_at (b, l, j),
            .a_step = a->step,
            .b_step = b->ld,
            .n = left < MATMUL_SCALE_BLOCK ? left : MATMUL_SCALE_BLOCK,
            .dtype = a->dtype,
            .dtype_b = b->dtype };

    sum += matrix_scale (a, i, l) * matrix_scale (b, l, j) * sum_short (&block);
  }
  return sum;
}

static void
multiply_scaled (const gk_matmul *p)
{
  const struct matrix a = matrix_of_a (p), b = matrix_of_b (p);
  const size_t element = number_bytes (p->dtype_c);

  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->k; j++)
      number_put (p->dtype_c, (char *)p->c + (size_t)(i * p->ldc + j) * element,
                  (double)sum_scaled (&a, &b, i, j));
}

static void
multiply_one (const gk_matmul *p)
{
  const struct matrix a = matrix_of_a (p), b = matrix_of_b (p);
  const size_t element = number_bytes (p->dtype_c);
  const bool updated = matmul_is_updated (p, p->bias != NULL);
  dot_fn *const dot = dot_of (p->dtype);

  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->k; j++) {
      const struct dot d
          = { matrix_at (&a, i, 0),
              matrix_at (&b, 0, j),
              a.step,
              b.ld,
              p->n,
              p->dtype,
              p->dtype_b,
              p->dtype == GK_F64 || !updated ? p->dtype_c : GK_F32 };
      double sum; /* or a float */

      if (!updated) {
        dot (&d, (char *)p->c + (size_t)(i * p->ldc + j) * element);
        continue;
      }
      dot (&d, &sum);
      matmul_cpu_store (p, &sum, i, j, 1);
    }
}

int
matmul_cpu_naive (const gk_host *host, const void *problem, void *state,
                  void *stream)
{
  const gk_matmul p = matmul_row_major (problem);

  (void)host;
  (void)state;
  (void)stream;
  for (int64_t z = 0; z < matmul_products (&p); z++) {
    const gk_matmul one = matmul_product (&p, z);

    if (p.scales != GK_SCALES_NONE)
      multiply_scaled (&one);
    else
      multiply_one (&one);
  }
  return GK_OK;
}
