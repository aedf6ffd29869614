/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One element of each operation, and the type and operation of a problem as
 * template arguments: a kernel that asked for them at run time would spend more
 * instructions on that than on the numbers.
 */
#ifndef STREAM_NUMBER_CUH
#define STREAM_NUMBER_CUH

#include <gkhost/stream.h>

#include "reduce/number.cuh"

/* A kernel's single parameter.  y: NULL where the operation has none. */
struct stream_task {
  const void *x, *y;
  void *dst;
  int64_t n;
};

static inline stream_task
stream_task_of (const gk_stream *p)
{
  const stream_task s = { p->x, p->y, p->dst, p->n };

  return s;
}

/* Modulo 2^32: the overflow of signed numbers is undefined. */
static __device__ __forceinline__ int32_t
multiply (int32_t a, int32_t b)
{
  return (int32_t)((uint32_t)a * (uint32_t)b);
}

static __device__ __forceinline__ float
multiply (float a, float b)
{
  return a * b;
}

static __device__ __forceinline__ double
multiply (double a, double b)
{
  return a * b;
}

template <typename T>
static __device__ __forceinline__ T
from_sum (sum_of<T> x)
{
  return x;
}

template <>
__device__ __forceinline__ __nv_bfloat16
from_sum<__nv_bfloat16> (float x)
{
  return __float2bfloat16_rn (x);
}

/* An element of dst; y counts only where the operation has one.  A copy moves
 * bits. */
template <int op, typename T>
static __device__ __forceinline__ T
stream_element (T x, T y)
{
  typedef sum_of<T> S;

  if (op == GK_STREAM_COPY)
    return x;
  if (op == GK_STREAM_SCALE)
    return from_sum<T> (multiply ((S)GK_STREAM_FACTOR, as_sum (x)));
  if (op == GK_STREAM_ADD)
    return from_sum<T> (add (as_sum (x), as_sum (y)));
  return from_sum<T> (
      add (as_sum (x), multiply ((S)GK_STREAM_FACTOR, as_sum (y))));
}

/* A product of a dot. */
template <typename T>
static __device__ __forceinline__ sum_of<T>
stream_product (T x, T y)
{
  return multiply (as_sum (x), as_sum (y));
}

template <int op>
constexpr __host__ __device__ bool
stream_has_y (void)
{
  return op >= GK_STREAM_ADD;
}

/* Computes element i of dst. */
template <typename T, int op>
static __device__ __forceinline__ void
stream_store_one (const stream_task &s, int64_t i)
{
  const T x = ((const T *)s.x)[i];

  ((T *)s.dst)[i]
      = stream_element<op> (x, stream_has_y<op> () ? ((const T *)s.y)[i] : x);
}

/* ---- Types ---- */

template <int op_> struct stream_operation {
  static const int op = op_;
};

template <typename F>
static inline int
stream_by_dtype (const gk_stream *p, const F &f)
{
  switch (p->dtype) {
  case GK_I32:
    return f (int32_t ());
  case GK_F32:
    return f (float ());
  case GK_F64:
    return f (double ());
  default:
    return f (__nv_bfloat16 ());
  }
}

/* Calls f (an element, the operation) for those of a problem that is no dot. */
template <typename F>
static inline int
stream_by_type (const gk_stream *p, const F &f)
{
  return stream_by_dtype (p, [&] (auto element) {
    switch (p->op) {
    case GK_STREAM_COPY:
      return f (element, stream_operation<GK_STREAM_COPY> ());
    case GK_STREAM_SCALE:
      return f (element, stream_operation<GK_STREAM_SCALE> ());
    case GK_STREAM_ADD:
      return f (element, stream_operation<GK_STREAM_ADD> ());
    default:
      return f (element, stream_operation<GK_STREAM_TRIAD> ());
    }
  });
}

#endif /* STREAM_NUMBER_CUH */
