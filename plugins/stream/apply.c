/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Computes pieces.  Type and operation are constants in each call of the loops,
 * so that the compiler makes one loop for each.  A loop with the pragma `omp
 * simd` may add in another order.
 */
#include <config.h>

#include <stdbool.h>
#include <string.h>

#include "apply.h"
#include "cpu/floats.h"
#include "matmul/clones.h"

/* ---- Elements ---- */

CONSTANT void
apply_floats (gk_dtype dtype, gk_stream_op op, const void *x, const void *y,
              int64_t n, void *to)
{
#pragma omp simd
  for (int64_t i = 0; i < n; i++) {
    const float a = float_at (dtype, x, i);

    put_float (dtype, to, i,
               op == GK_STREAM_SCALE ? GK_STREAM_FACTOR * a
               : op == GK_STREAM_ADD
                   ? a + float_at (dtype, y, i)
                   : a + GK_STREAM_FACTOR * float_at (dtype, y, i));
  }
}

CONSTANT void
apply_doubles (gk_stream_op op, const double *x, const double *y, int64_t n,
               double *to)
{
#pragma omp simd
  for (int64_t i = 0; i < n; i++)
    to[i] = op == GK_STREAM_SCALE ? GK_STREAM_FACTOR * x[i]
            : op == GK_STREAM_ADD ? x[i] + y[i]
                                  : x[i] + GK_STREAM_FACTOR * y[i];
}

CONSTANT void
apply_integers (gk_stream_op op, const uint32_t *x, const uint32_t *y,
                int64_t n, uint32_t *to)
{
#pragma omp simd
  for (int64_t i = 0; i < n; i++)
    to[i] = op == GK_STREAM_SCALE ? GK_STREAM_FACTOR * x[i]
            : op == GK_STREAM_ADD ? x[i] + y[i]
                                  : x[i] + GK_STREAM_FACTOR * y[i];
}

CONSTANT void
apply_typed (gk_dtype dtype, gk_stream_op op, const void *x, const void *y,
             int64_t n, void *to)
{
  if (op == GK_STREAM_COPY)
    memcpy (to, x, (size_t)n * gk_element_bytes (dtype));
  else if (dtype == GK_F64)
    apply_doubles (op, x, y, n, to);
  else if (dtype == GK_I32)
    apply_integers (op, x, y, n, to);
  else
    apply_floats (dtype, op, x, y, n, to);
}

CONSTANT void
apply_op (gk_dtype dtype, gk_stream_op op, const void *x, const void *y,
          int64_t n, void *to)
{
  switch (op) {
  case GK_STREAM_COPY:
    apply_typed (dtype, GK_STREAM_COPY, x, y, n, to);
    return;
  case GK_STREAM_SCALE:
    apply_typed (dtype, GK_STREAM_SCALE, x, y, n, to);
    return;
  case GK_STREAM_ADD:
    apply_typed (dtype, GK_STREAM_ADD, x, y, n, to);
    return;
  default:
    apply_typed (dtype, GK_STREAM_TRIAD, x, y, n, to);
  }
}

/* An element of x or y; y may be NULL, and then no element is used. */
static const void *
element_at (const gk_stream *p, const void *array, int64_t at)
{
  return array == NULL
             ? NULL
             : (const char *)array + at * (int64_t)gk_element_bytes (p->dtype);
}

/* The compiler would export what is cloned, unless it is static. */
MATMUL_CLONES static void
apply_any (const gk_stream *p, const void *x, const void *y, int64_t n,
           void *to)
{
  switch (p->dtype) {
  case GK_I32:
    apply_op (GK_I32, p->op, x, y, n, to);
    return;
  case GK_F32:
    apply_op (GK_F32, p->op, x, y, n, to);
    return;
  case GK_F64:
    apply_op (GK_F64, p->op, x, y, n, to);
    return;
  default:
    apply_op (GK_BF16, p->op, x, y, n, to);
  }
}

void
stream_apply (const gk_stream *p, int64_t at, int64_t n, void *to)
{
  apply_any (p, element_at (p, p->x, at), element_at (p, p->y, at), n, to);
}

/* ---- Sums ---- */

CONSTANT stream_sum
dot_floats (bool vectors, gk_dtype dtype, const void *x, const void *y,
            int64_t n)
{
  float sum = 0;

  if (!vectors) {
    for (int64_t i = 0; i < n; i++)
      sum += float_at (dtype, x, i) * float_at (dtype, y, i);
    return (stream_sum){ .f32 = sum };
  }
#pragma omp simd reduction(+ : sum)
  for (int64_t i = 0; i < n; i++)
    sum += float_at (dtype, x, i) * float_at (dtype, y, i);
  return (stream_sum){ .f32 = sum };
}

CONSTANT stream_sum
dot_doubles (bool vectors, const double *x, const double *y, int64_t n)
{
  double sum = 0;

  if (!vectors) {
    for (int64_t i = 0; i < n; i++)
      sum += x[i] * y[i];
    return (stream_sum){ .f64 = sum };
  }
#pragma omp simd reduction(+ : sum)
  for (int64_t i = 0; i < n; i++)
    sum += x[i] * y[i];
  return (stream_sum){ .f64 = sum };
}

CONSTANT stream_sum
dot_integers (const uint32_t *x, const uint32_t *y, int64_t n)
{
  uint32_t sum = 0;

#pragma omp simd reduction(+ : sum)
  for (int64_t i = 0; i < n; i++)
    sum += x[i] * y[i];
  return (stream_sum){ .i32 = sum };
}

CONSTANT stream_sum
dot_any (bool vectors, const gk_stream *p, const void *x, const void *y,
         int64_t n)
{
  switch (p->dtype) {
  case GK_I32:
    return dot_integers (x, y, n);
  case GK_F32:
    return dot_floats (vectors, GK_F32, x, y, n);
  case GK_F64:
    return dot_doubles (vectors, x, y, n);
  default:
    return dot_floats (vectors, GK_BF16, x, y, n);
  }
}

stream_sum
stream_dot_plain (const gk_stream *p, int64_t at, int64_t n)
{
  return dot_any (false, p, element_at (p, p->x, at), element_at (p, p->y, at),
                  n);
}

MATMUL_CLONES static stream_sum
dot_vectors (const gk_stream *p, const void *x, const void *y, int64_t n)
{
  return dot_any (true, p, x, y, n);
}

stream_sum
stream_dot_vectors (const gk_stream *p, int64_t at, int64_t n)
{
  return dot_vectors (p, element_at (p, p->x, at), element_at (p, p->y, at), n);
}

stream_sum
stream_join (const gk_stream *p, stream_sum a, stream_sum b)
{
  stream_sum r;

  if (p->dtype == GK_I32)
    r.i32 = a.i32 + b.i32;
  else if (p->dtype == GK_F64)
    r.f64 = a.f64 + b.f64;
  else
    r.f32 = a.f32 + b.f32;
  return r;
}

void
stream_store (const gk_stream *p, stream_sum sum)
{
  if (p->dtype == GK_I32)
    *(uint32_t *)p->dst = sum.i32;
  else if (p->dtype == GK_F64)
    *(double *)p->dst = sum.f64;
  else
    *(float *)p->dst = sum.f32;
}
