/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <string.h>

#include <gkhost/family-elements.h>

#include "honest.h"
#include "matmul/batch.h"
#include "softmax/exponential.h"

#define PRODUCT(type)                                                          \
  static void product_##type (const gk_matmul *p, type *c)                     \
  {                                                                            \
    const type *a = p->a, *b = p->b;                                           \
                                                                               \
    for (int64_t i = 0; i < p->m; i++) {                                       \
      memset (c + i * p->ldc, 0, (size_t)p->k * sizeof *c);                    \
      for (int64_t l = 0; l < p->n; l++)                                       \
        for (int64_t j = 0; j < p->k; j++)                                     \
          c[i * p->ldc + j] += a[i * p->lda + l] * b[l * p->ldb + j];          \
    }                                                                          \
  }

PRODUCT (uint32_t)
PRODUCT (float)
PRODUCT (double)

void
honest_product (const gk_matmul *p, void *c)
{
  if (p->dtype == GK_I32)
    product_uint32_t (p, c);
  else if (p->dtype == GK_F32)
    product_float (p, c);
  else
    product_double (p, c);
}

int
honest_matmul (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  const gk_matmul *p = problem;

  (void)host, (void)state, (void)stream;
  honest_product (p, p->c);
  return GK_OK;
}

/* Row-major floats of 8 bits. */
static void
honest_product_of_bytes (const gk_matmul *p)
{
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->k; j++) {
      double sum = 0;

      for (int64_t l = 0; l < p->n; l++)
        sum += gk_number (p->dtype, p->a, i * p->lda + l)
               * gk_number (p->dtype_b, p->b, l * p->ldb + j);
      gk_put_number (p->dtype_c, p->c, i * p->ldc + j, sum);
    }
}

void
honest_product_of (const gk_matmul *p, int64_t z)
{
  const gk_matmul one = matmul_product (p, z);

  if (p->dtype == GK_F8_E4M3 || p->dtype == GK_F8_E5M2)
    honest_product_of_bytes (&one);
  else
    honest_product (&one, one.c);
}

int
honest_products (const gk_host *host, const void *problem, void *state,
                 void *stream)
{
  const gk_matmul *p = problem;

  (void)host, (void)state, (void)stream;
  for (int64_t z = 0; z < matmul_products (p); z++)
    honest_product_of (p, z);
  return GK_OK;
}

double
honest_element (const gk_reduce *p, int64_t i)
{
  return p->dtype == GK_I32 ? (double)((const int32_t *)p->src)[i]
                            : (double)((const float *)p->src)[i];
}

static double
honest_sum (const gk_reduce *p)
{
  double sum = 0;

  for (int64_t i = 0; i < p->cols; i++)
    sum += honest_element (p, i);
  return sum;
}

static double
honest_peak (const gk_reduce *p)
{
  double peak = honest_element (p, 0);

  for (int64_t i = 1; i < p->cols; i++) {
    const double x = honest_element (p, i);

    peak = (p->op == GK_REDUCE_MAX ? x > peak : x < peak) ? x : peak;
  }
  return peak;
}

void
honest_store_sum (const gk_reduce *p, double sum)
{
  if (p->dtype == GK_I32)
    *(uint32_t *)p->dst = (uint32_t)(int64_t)sum;
  else
    *(float *)p->dst = (float)sum;
}

int
honest_reduce (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  const gk_reduce *p = problem;

  (void)host, (void)state, (void)stream;
  honest_store_sum (p,
                    p->op == GK_REDUCE_SUM ? honest_sum (p) : honest_peak (p));
  return GK_OK;
}

double
honest_scan_element (const gk_scan *p, int64_t i)
{
  return p->dtype == GK_I32 ? (double)((const int32_t *)p->src)[i]
                            : (double)((const float *)p->src)[i];
}

void
honest_scan_part (const gk_scan *p, void *dst, int64_t begin, int64_t end)
{
  const bool i32 = p->dtype == GK_I32;
  uint32_t count = begin > 0 && i32 ? ((uint32_t *)dst)[begin - 1] : 0;
  double sum = begin > 0 && !i32 ? (double)((float *)dst)[begin - 1] : 0;

  for (int64_t i = begin; i < end; i++)
    if (i32)
      ((uint32_t *)dst)[i] = count += ((const uint32_t *)p->src)[i];
    else {
      sum += (double)((const float *)p->src)[i];
      ((float *)dst)[i] = (float)sum;
    }
}

int
honest_scan (const gk_host *host, const void *problem, void *state,
             void *stream)
{
  const gk_scan *p = problem;

  (void)host, (void)state, (void)stream;
  honest_scan_part (p, p->dst, 0, p->n);
  return GK_OK;
}

double
honest_product_of_dot (const gk_stream *p, int64_t i)
{
  return (double)((const float *)p->x)[i] * (double)((const float *)p->y)[i];
}

int
honest_stream (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  const gk_stream *p = problem;
  const float *x = p->x, *y = p->y;
  double sum = 0;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->n; i++)
    if (p->op == GK_STREAM_DOT)
      sum += honest_product_of_dot (p, i);
    else
      ((float *)p->dst)[i] = x[i] + GK_STREAM_FACTOR * y[i];
  if (p->op == GK_STREAM_DOT)
    *(float *)p->dst = (float)sum;
  return GK_OK;
}

double
honest_softmax_sum (const gk_softmax *p, int64_t row, int64_t step,
                    double (*power) (double x))
{
  const float *src = (const float *)p->src + row * p->cols;
  float most = src[0];
  double sum = 0;

  for (int64_t i = 0; i < p->cols; i++)
    most = src[i] > most ? src[i] : most;
  for (int64_t i = 0; i < p->cols; i += step)
    sum += (double)step * power ((double)src[i] - (double)most);
  return sum;
}

void
honest_softmax_row (const gk_softmax *p, int64_t row, double sum,
                    double (*power) (double x))
{
  const float *src = (const float *)p->src + row * p->cols;
  float *dst = (float *)p->dst + row * p->cols;
  float most = src[0];

  for (int64_t i = 0; i < p->cols; i++)
    most = src[i] > most ? src[i] : most;
  for (int64_t i = 0; i < p->cols; i++)
    dst[i] = (float)(power ((double)src[i] - (double)most) / sum);
}

int
honest_softmax (const gk_host *host, const void *problem, void *state,
                void *stream)
{
  const gk_softmax *p = problem;

  (void)host, (void)state, (void)stream;
  for (int64_t row = 0; row < p->rows; row++)
    honest_softmax_row (p, row, honest_softmax_sum (p, row, 1, exp_double),
                        exp_double);
  return GK_OK;
}

int
honest_transpose (const gk_host *host, const void *problem, void *state,
                  void *stream)
{
  const gk_transpose *p = problem;
  const uint32_t *src = p->src;
  uint32_t *dst = p->dst;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->rows; i++)
    for (int64_t j = 0; j < p->cols; j++)
      dst[j * p->dst_pitch + i] = src[i * p->src_pitch + j];
  return GK_OK;
}

int
honest_copy (const gk_host *host, const void *problem, void *state,
             void *stream)
{
  const gk_copy *p = problem;
  const uint32_t *src = p->src;
  uint32_t *dst = p->dst;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->rows; i++)
    memcpy (dst + i * p->dst_pitch, src + i * p->src_pitch,
            (size_t)p->cols * sizeof *dst);
  return GK_OK;
}

size_t
honest_matmul_bytes (const gk_matmul *p)
{
  return (size_t)(p->m * p->ldc) * (p->dtype == GK_F64 ? 8 : 4);
}

size_t
honest_transpose_bytes (const gk_transpose *p)
{
  return (size_t)(p->cols * p->dst_pitch) * sizeof (uint32_t);
}
