/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Computes parts.  Type and operation are constants in each call of the loops,
 * which are always inlined (CONSTANT, cpu/floats.h), so that the compiler makes
 * one loop for each.  A loop with the pragma `omp simd` may add in another
 * order.
 */
#include <config.h>

#include <math.h>
#include <stdbool.h>

#include "cpu/floats.h"
#include "matmul/clones.h"
#include "part.h"

/* ---- An element ---- */

CONSTANT int64_t
integer_at (gk_dtype dtype, const void *first, int64_t i)
{
  return dtype == GK_I32 ? ((const int32_t *)first)[i]
                         : ((const int64_t *)first)[i];
}

/* ---- One sum ---- */

CONSTANT reduce_part
run_floats (gk_dtype dtype, gk_reduce_op op, const void *first, int64_t n)
{
  float r = float_at (dtype, first, 0);

  for (int64_t i = 1; i < n; i++) {
    const float x = float_at (dtype, first, i);

    r = op == GK_REDUCE_SUM   ? r + x
        : op == GK_REDUCE_MIN ? (x < r ? x : r)
                              : (x > r ? x : r);
  }
  return (reduce_part){ .f32 = r };
}

CONSTANT reduce_part
run_doubles (gk_reduce_op op, const double *x, int64_t n)
{
  double r = x[0];

  for (int64_t i = 1; i < n; i++)
    r = op == GK_REDUCE_SUM   ? r + x[i]
        : op == GK_REDUCE_MIN ? (x[i] < r ? x[i] : r)
                              : (x[i] > r ? x[i] : r);
  return (reduce_part){ .f64 = r };
}

CONSTANT reduce_part
run_integers (gk_dtype dtype, gk_reduce_op op, const void *first, int64_t n)
{
  int64_t r = integer_at (dtype, first, 0);

  for (int64_t i = 1; i < n; i++) {
    const int64_t x = integer_at (dtype, first, i);

    r = op == GK_REDUCE_SUM   ? (int64_t)((uint64_t)r + (uint64_t)x)
        : op == GK_REDUCE_MIN ? (x < r ? x : r)
                              : (x > r ? x : r);
  }
  return (reduce_part){ .integer = r };
}

CONSTANT reduce_part
run_typed (gk_dtype dtype, gk_reduce_op op, const void *first, int64_t n)
{
  return dtype == GK_F64         ? run_doubles (op, first, n)
         : gk_is_integer (dtype) ? run_integers (dtype, op, first, n)
                                 : run_floats (dtype, op, first, n);
}

/* ---- Many sums ---- */

CONSTANT reduce_part
vectors_of_floats (gk_dtype dtype, gk_reduce_op op, const void *first,
                   int64_t n)
{
  float sum = 0, least = INFINITY, most = -INFINITY;

  if (op == GK_REDUCE_SUM) {
#pragma omp simd reduction(+ : sum)
    for (int64_t i = 0; i < n; i++)
      sum += float_at (dtype, first, i);
    return (reduce_part){ .f32 = sum };
  }
  if (op == GK_REDUCE_MIN) {
#pragma omp simd reduction(min : least)
    for (int64_t i = 0; i < n; i++)
      least = float_at (dtype, first, i) < least ? float_at (dtype, first, i)
                                                 : least;
    return (reduce_part){ .f32 = least };
  }
#pragma omp simd reduction(max : most)
  for (int64_t i = 0; i < n; i++)
    most
        = float_at (dtype, first, i) > most ? float_at (dtype, first, i) : most;
  return (reduce_part){ .f32 = most };
}

CONSTANT reduce_part
vectors_of_doubles (gk_reduce_op op, const double *x, int64_t n)
{
  double sum = 0, least = (double)INFINITY, most = -(double)INFINITY;

  if (op == GK_REDUCE_SUM) {
#pragma omp simd reduction(+ : sum)
    for (int64_t i = 0; i < n; i++)
      sum += x[i];
    return (reduce_part){ .f64 = sum };
  }
  if (op == GK_REDUCE_MIN) {
#pragma omp simd reduction(min : least)
    for (int64_t i = 0; i < n; i++)
      least = x[i] < least ? x[i] : least;
    return (reduce_part){ .f64 = least };
  }
#pragma omp simd reduction(max : most)
  for (int64_t i = 0; i < n; i++)
    most = x[i] > most ? x[i] : most;
  return (reduce_part){ .f64 = most };
}

CONSTANT reduce_part
vectors_of_integers (gk_dtype dtype, gk_reduce_op op, const void *first,
                     int64_t n)
{
  int64_t least = INT64_MAX, most = INT64_MIN;
  uint64_t sum = 0;

  if (op == GK_REDUCE_SUM) {
#pragma omp simd reduction(+ : sum)
    for (int64_t i = 0; i < n; i++)
      sum += (uint64_t)integer_at (dtype, first, i);
    return (reduce_part){ .integer = (int64_t)sum };
  }
  if (op == GK_REDUCE_MIN) {
#pragma omp simd reduction(min : least)
    for (int64_t i = 0; i < n; i++)
      least = integer_at (dtype, first, i) < least
                  ? integer_at (dtype, first, i)
                  : least;
    return (reduce_part){ .integer = least };
  }
#pragma omp simd reduction(max : most)
  for (int64_t i = 0; i < n; i++)
    most = integer_at (dtype, first, i) > most ? integer_at (dtype, first, i)
                                               : most;
  return (reduce_part){ .integer = most };
}

CONSTANT reduce_part
vectors_typed (gk_dtype dtype, gk_reduce_op op, const void *first, int64_t n)
{
  return dtype == GK_F64         ? vectors_of_doubles (op, first, n)
         : gk_is_integer (dtype) ? vectors_of_integers (dtype, op, first, n)
                                 : vectors_of_floats (dtype, op, first, n);
}

/* ---- By type and operation ---- */

CONSTANT reduce_part
run_of_op (bool vectors, gk_dtype dtype, gk_reduce_op op, const void *first,
           int64_t n)
{
  return vectors ? vectors_typed (dtype, op, first, n)
                 : run_typed (dtype, op, first, n);
}

CONSTANT reduce_part
run_of_type (bool vectors, gk_dtype dtype, gk_reduce_op op, const void *first,
             int64_t n)
{
  switch (op) {
  case GK_REDUCE_SUM:
    return run_of_op (vectors, dtype, GK_REDUCE_SUM, first, n);
  case GK_REDUCE_MIN:
    return run_of_op (vectors, dtype, GK_REDUCE_MIN, first, n);
  default:
    return run_of_op (vectors, dtype, GK_REDUCE_MAX, first, n);
  }
}

CONSTANT reduce_part
run_any (bool vectors, const gk_reduce *p, const void *first, int64_t n)
{
  switch (p->dtype) {
  case GK_I32:
    return run_of_type (vectors, GK_I32, p->op, first, n);
  case GK_I64:
    return run_of_type (vectors, GK_I64, p->op, first, n);
  case GK_F32:
    return run_of_type (vectors, GK_F32, p->op, first, n);
  case GK_F64:
    return run_of_type (vectors, GK_F64, p->op, first, n);
  default:
    return run_of_type (vectors, GK_BF16, p->op, first, n);
  }
}

reduce_part
reduce_run_plain (const gk_reduce *p, const void *first, int64_t n)
{
  return run_any (false, p, first, n);
}

/* Compiled for several widths of vectors.  The compiler would export what is
 * cloned, unless it is static. */
MATMUL_CLONES static reduce_part
run_vectors (const gk_reduce *p, const void *first, int64_t n)
{
  return run_any (true, p, first, n);
}

reduce_part
reduce_run_vectors (const gk_reduce *p, const void *first, int64_t n)
{
  return run_vectors (p, first, n);
}
