/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the kernels of softmax compute, and the type and operation of a problem
 * as template arguments.
 *
 * Both operations have the same two steps, after which each output follows from
 * its input: the first finds the shift, which is the greatest element or the
 * mean, the second a sum over differences to it, of which a factor is made.
 * Then an output is exp (x - shift) factor, or (x - shift) factor.
 *
 * The greatest number starts at the least finite one, not at -infinity, whose
 * difference to itself is NaN: so -infinity gives 0 beside any other number.
 */
#ifndef SOFTMAX_NUMBER_CUH
#define SOFTMAX_NUMBER_CUH

#include <float.h>

#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <gkhost/softmax.h>

/* A kernel's single parameter. */
struct softmax_task {
  const void *src;
  void *dst;
  int64_t rows, cols;
};

static inline softmax_task
softmax_task_of (const gk_softmax *p)
{
  const softmax_task s = { p->src, p->dst, p->rows, p->cols };

  return s;
}

static __device__ __forceinline__ float
as_float (float x)
{
  return x;
}

static __device__ __forceinline__ float
as_float (__nv_bfloat16 x)
{
  return __bfloat162float (x);
}

template <typename T>
static __device__ __forceinline__ T
from_float (float x)
{
  return x;
}

template <>
__device__ __forceinline__ __nv_bfloat16
from_float<__nv_bfloat16> (float x)
{
  return __float2bfloat16_rn (x);
}

/* exp (x) for x <= 0, with two to three wrong bits for large -x: the result of
 * ex2.approx is wrong by 2^-22 of its value at most.  What is below the least
 * normal number is 0. */
static __device__ __forceinline__ float
power (float x)
{
  float y;

  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x * 1.4426950408889634f));
  return y;
}

/* 1 / x, wrong by one unit in its last place at most, and exact for powers of
 * two: without the branch for subnormal numbers that a division has, since a
 * sum of powers and a number of columns are 1 at least. */
static __device__ __forceinline__ float
reciprocal (float x)
{
  float y;

  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

/* ---- The first step ---- */

template <int op>
static __device__ __forceinline__ float
first_zero (void)
{
  return op == GK_SOFTMAX_SOFTMAX ? -FLT_MAX : 0;
}

template <int op>
static __device__ __forceinline__ float
first_join (float a, float b)
{
  return op == GK_SOFTMAX_SOFTMAX ? fmaxf (a, b) : a + b;
}

template <int op>
static __device__ __forceinline__ float
shift_of (float first, int64_t cols)
{
  return op == GK_SOFTMAX_SOFTMAX ? first : first * reciprocal ((float)cols);
}

/* ---- The second step, whose numbers are added ---- */

/* What an output is but for the factor. */
template <int op>
static __device__ __forceinline__ float
term_of (float x, float shift)
{
  return op == GK_SOFTMAX_SOFTMAX ? power (x - shift) : x - shift;
}

/* What a term adds to the sum. */
template <int op>
static __device__ __forceinline__ float
addend_of (float term)
{
  return op == GK_SOFTMAX_SOFTMAX ? term : term * term;
}

template <int op>
static __device__ __forceinline__ float
second_of (float x, float shift)
{
  return addend_of<op> (term_of<op> (x, shift));
}

template <int op>
static __device__ __forceinline__ float
factor_of (float sum, int64_t cols)
{
  return op == GK_SOFTMAX_SOFTMAX ? reciprocal (sum)
                                  : rsqrtf (sum * reciprocal ((float)cols)
                                            + (float)GK_SOFTMAX_EPSILON);
}

/* ---- Results ---- */

template <int op>
static __device__ __forceinline__ float
result_of (float x, float shift, float factor)
{
  return term_of<op> (x, shift) * factor;
}

/* ---- Types ---- */

template <int op_> struct softmax_operation {
  static const int op = op_;
};

/* Calls f (an element, the operation) for those of a problem. */
template <typename F>
static inline int
softmax_by_type (const gk_softmax *p, const F &f)
{
  const bool softmax = p->op == GK_SOFTMAX_SOFTMAX;

  if (p->dtype == GK_F32)
    return softmax ? f (float (), softmax_operation<GK_SOFTMAX_SOFTMAX> ())
                   : f (float (), softmax_operation<GK_SOFTMAX_LAYERNORM> ());
  return softmax
             ? f (__nv_bfloat16 (), softmax_operation<GK_SOFTMAX_SOFTMAX> ())
             : f (__nv_bfloat16 (), softmax_operation<GK_SOFTMAX_LAYERNORM> ());
}

#endif /* SOFTMAX_NUMBER_CUH */
