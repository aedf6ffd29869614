/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Summarizes rows and writes results.  Type and operation are constants in each
 * call of the loops, so that the compiler makes one loop for each.  A loop with
 * the pragma `omp simd` may add in another order.
 *
 * The greatest number starts at the least finite one, not at -infinity, whose
 * difference to itself is NaN: so -infinity gives 0 beside any other number.
 */
#include <config.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "exponential.h"
#include "cpu/floats.h"
#include "matmul/clones.h"
#include "row.h"

/* Elements that are in the first cache from one pass to the next.  Each sum is
 * of so few, and a row's is the sum of these: few floats are added to one. */
enum { PIECE = 1 << 10 };

/* ---- An element ---- */

static const void *
element_at (const gk_softmax *p, int64_t row, int64_t col)
{
  return (const char *)p->src
         + (row * p->cols + col) * (int64_t)gk_element_bytes (p->dtype);
}

/* ---- Loops over a piece ---- */

CONSTANT float
greatest_of (gk_dtype dtype, const void *first, int64_t n)
{
  float most = -FLT_MAX;

#pragma omp simd reduction(max : most)
  for (int64_t i = 0; i < n; i++)
    most
        = float_at (dtype, first, i) > most ? float_at (dtype, first, i) : most;
  return most;
}

CONSTANT float
sum_of_elements (gk_dtype dtype, const void *first, int64_t n)
{
  float sum = 0;

#pragma omp simd reduction(+ : sum)
  for (int64_t i = 0; i < n; i++)
    sum += float_at (dtype, first, i);
  return sum;
}

CONSTANT float
sum_of_powers (gk_dtype dtype, const void *first, int64_t n, float shift)
{
  float sum = 0;

#pragma omp simd reduction(+ : sum)
  for (int64_t i = 0; i < n; i++)
    sum += exp_float (float_at (dtype, first, i) - shift);
  return sum;
}

CONSTANT float
sum_of_squares (gk_dtype dtype, const void *first, int64_t n, float shift)
{
  float sum = 0;

#pragma omp simd reduction(+ : sum)
  for (int64_t i = 0; i < n; i++) {
    const float x = float_at (dtype, first, i) - shift;

    sum += x * x;
  }
  return sum;
}

CONSTANT void
write_powers (gk_dtype dtype, const void *first, int64_t n, float shift,
              float factor, void *to)
{
#pragma omp simd
  for (int64_t i = 0; i < n; i++)
    put_float (dtype, to, i,
               exp_float (float_at (dtype, first, i) - shift) * factor);
}

CONSTANT void
write_normalized (gk_dtype dtype, const void *first, int64_t n, float shift,
                  float factor, void *to)
{
#pragma omp simd
  for (int64_t i = 0; i < n; i++)
    put_float (dtype, to, i, (float_at (dtype, first, i) - shift) * factor);
}

/* ---- By type and operation: the compiler would export what is cloned, unless
 * it is static. ---- */

/* The greatest element or the sum. */
MATMUL_CLONES static float
first_pass (gk_dtype dtype, gk_softmax_op op, const void *first, int64_t n)
{
  if (op == GK_SOFTMAX_SOFTMAX)
    return dtype == GK_F32 ? greatest_of (GK_F32, first, n)
                           : greatest_of (GK_BF16, first, n);
  return dtype == GK_F32 ? sum_of_elements (GK_F32, first, n)
                         : sum_of_elements (GK_BF16, first, n);
}

MATMUL_CLONES static float
second_pass (gk_dtype dtype, gk_softmax_op op, const void *first, int64_t n,
             float shift)
{
  if (op == GK_SOFTMAX_SOFTMAX)
    return dtype == GK_F32 ? sum_of_powers (GK_F32, first, n, shift)
                           : sum_of_powers (GK_BF16, first, n, shift);
  return dtype == GK_F32 ? sum_of_squares (GK_F32, first, n, shift)
                         : sum_of_squares (GK_BF16, first, n, shift);
}

MATMUL_CLONES static void
last_pass (gk_dtype dtype, gk_softmax_op op, const void *first, int64_t n,
           float shift, float factor, void *to)
{
  if (op == GK_SOFTMAX_SOFTMAX && dtype == GK_F32)
    write_powers (GK_F32, first, n, shift, factor, to);
  else if (op == GK_SOFTMAX_SOFTMAX)
    write_powers (GK_BF16, first, n, shift, factor, to);
  else if (dtype == GK_F32)
    write_normalized (GK_F32, first, n, shift, factor, to);
  else
    write_normalized (GK_BF16, first, n, shift, factor, to);
}

/* ---- Rows ---- */

static int64_t
smaller (int64_t a, int64_t b)
{
  return a < b ? a : b;
}

float
softmax_find_shift (const gk_softmax *p, int64_t row)
{
  const bool softmax = p->op == GK_SOFTMAX_SOFTMAX;
  float all = softmax ? -FLT_MAX : 0;

  for (int64_t at = 0; at < p->cols; at += PIECE) {
    const float x = first_pass (p->dtype, p->op, element_at (p, row, at),
                                smaller (PIECE, p->cols - at));

    all = !softmax ? all + x : x > all ? x : all;
  }
  return softmax ? all : all / (float)p->cols;
}

float
softmax_add_up (const gk_softmax *p, int64_t row, float shift)
{
  float sum = 0;

  for (int64_t at = 0; at < p->cols; at += PIECE)
    sum += second_pass (p->dtype, p->op, element_at (p, row, at),
                        smaller (PIECE, p->cols - at), shift);
  return sum;
}

static softmax_part
summarize_piece (const gk_softmax *p, const void *first, int64_t n)
{
  softmax_part part = { first_pass (p->dtype, p->op, first, n), 0, (double)n };

  if (p->op == GK_SOFTMAX_LAYERNORM)
    part.shift /= (float)n;
  part.sum = second_pass (p->dtype, p->op, first, n, part.shift);
  return part;
}

softmax_part
softmax_join (const gk_softmax *p, softmax_part a, softmax_part b)
{
  softmax_part r = { 0, 0, a.n + b.n };

  if (p->op == GK_SOFTMAX_SOFTMAX) {
    r.shift = a.shift > b.shift ? a.shift : b.shift;
    r.sum = a.sum * exp_float (a.shift - r.shift)
            + b.sum * exp_float (b.shift - r.shift);
  } else {
    const float more = b.shift - a.shift;
    const float share = (float)(b.n / r.n);

    r.shift = a.shift + more * share;
    r.sum = a.sum + b.sum + more * more * ((float)a.n * share);
  }
  return r;
}

softmax_part
softmax_summarize (const gk_softmax *p, int64_t row, int64_t begin, int64_t end)
{
  softmax_part all = { 0 };

  for (int64_t at = begin; at < end; at += PIECE) {
    const softmax_part piece = summarize_piece (p, element_at (p, row, at),
                                                smaller (PIECE, end - at));

    all = at == begin ? piece : softmax_join (p, all, piece);
  }
  return all;
}

void
softmax_write (const gk_softmax *p, int64_t row, int64_t begin, int64_t end,
               softmax_part of_row)
{
  const float factor = p->op == GK_SOFTMAX_SOFTMAX
                           ? 1 / of_row.sum
                           : 1
                                 / sqrtf (of_row.sum / (float)p->cols
                                          + (float)GK_SOFTMAX_EPSILON);
  const int64_t at = row * p->cols + begin;

  last_pass (p->dtype, p->op, element_at (p, row, begin), end - begin,
             of_row.shift, factor,
             (char *)p->dst + at * (int64_t)gk_element_bytes (p->dtype));
}
