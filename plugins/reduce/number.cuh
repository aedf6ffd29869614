/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Numbers of the kernels of reduce: what an element becomes when it is read,
 * how two of these are combined, and the type and operation of a problem as
 * template arguments: a kernel that asked for them at run time would spend more
 * instructions on that than on the numbers.
 */
#ifndef REDUCE_NUMBER_CUH
#define REDUCE_NUMBER_CUH

#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cuda/std/limits>

#include <gkhost/reduce.h>

/* The type of sums of elements T. */
template <typename T> struct sum_type {
  typedef T type;
};
template <> struct sum_type<__nv_bfloat16> {
  typedef float type;
};
template <typename T> using sum_of = typename sum_type<T>::type;

template <typename T>
static __device__ __forceinline__ sum_of<T>
as_sum (T x)
{
  return x;
}

template <>
__device__ __forceinline__ float
as_sum (__nv_bfloat16 x)
{
  return __bfloat162float (x);
}

/* Modulo 2^bits: the overflow of signed numbers is undefined. */
static __device__ __forceinline__ int32_t
add (int32_t a, int32_t b)
{
  return (int32_t)((uint32_t)a + (uint32_t)b);
}

static __device__ __forceinline__ int64_t
add (int64_t a, int64_t b)
{
  return (int64_t)((uint64_t)a + (uint64_t)b);
}

static __device__ __forceinline__ float
add (float a, float b)
{
  return a + b;
}

static __device__ __forceinline__ double
add (double a, double b)
{
  return a + b;
}

template <int op, typename S>
static __device__ __forceinline__ S
combine_two (S a, S b)
{
  return op == GK_REDUCE_SUM   ? add (a, b)
         : op == GK_REDUCE_MIN ? (b < a ? b : a)
                               : (b > a ? b : a);
}

/* The identity of the operation. */
template <int op, typename S>
static __device__ __forceinline__ S
neutral_number (void)
{
  typedef cuda::std::numeric_limits<S> limits;

  if (op == GK_REDUCE_SUM)
    return 0;
  if (limits::has_infinity)
    return op == GK_REDUCE_MIN ? limits::infinity () : -limits::infinity ();
  return op == GK_REDUCE_MIN ? limits::max () : limits::lowest ();
}

/* Returns element t of a part of n, or what changes no result. */
template <int op, typename T>
static __device__ __forceinline__ sum_of<T>
element_or_neutral (const T *src, unsigned t, unsigned n)
{
  return t < n ? as_sum (src[t]) : neutral_number<op, sum_of<T>> ();
}

/* ---- Blocks ---- */

/* Returns what the threads of a warp have together, in its first lane. */
template <int op, typename S>
static __device__ __forceinline__ S
combine_warp (S x)
{
#pragma unroll
  for (int step = 16; step > 0; step /= 2)
    x = combine_two<op> (x, __shfl_down_sync (0xffffffff, x, (unsigned)step));
  return x;
}

/* Likewise of a block of up to 1024 threads, in its first thread.  All of its
 * threads must call it, and may not do so again before a barrier. */
template <int op, typename S>
static __device__ __forceinline__ S
combine_block (S x, S *of_warp)
{
  x = combine_warp<op> (x);
  if (threadIdx.x % 32 == 0)
    of_warp[threadIdx.x / 32] = x;
  __syncthreads ();
  if (threadIdx.x >= 32)
    return x;
  return combine_warp<op> (threadIdx.x < blockDim.x / 32
                               ? of_warp[threadIdx.x]
                               : neutral_number<op, S> ());
}

/* ---- Types ---- */

template <int op_> struct reduce_operation {
  static const int op = op_;
};

/* Both call f (T (), reduce_operation<op> ()) for the type and operation of a
 * problem.  f is a lambda with parameters of type auto, from which it gets T
 * and op as constants: decltype (element), decltype (operation)::op. */
template <typename T, typename F>
static inline int
reduce_by_op (gk_reduce_op op, const F &f)
{
  switch (op) {
  case GK_REDUCE_SUM:
    return f (T (), reduce_operation<GK_REDUCE_SUM> ());
  case GK_REDUCE_MIN:
    return f (T (), reduce_operation<GK_REDUCE_MIN> ());
  default:
    return f (T (), reduce_operation<GK_REDUCE_MAX> ());
  }
}

template <typename F>
static inline int
reduce_by_type (const gk_reduce *p, const F &f)
{
  switch (p->dtype) {
  case GK_I32:
    return reduce_by_op<int32_t> (p->op, f);
  case GK_I64:
    return reduce_by_op<int64_t> (p->op, f);
  case GK_F32:
    return reduce_by_op<float> (p->op, f);
  case GK_F64:
    return reduce_by_op<double> (p->op, f);
  default:
    return reduce_by_op<__nv_bfloat16> (p->op, f);
  }
}

#endif /* REDUCE_NUMBER_CUH */
