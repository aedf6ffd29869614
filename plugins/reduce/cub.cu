/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cub, the peer: what a program calls that reduces arrays on NVIDIA's GPUs: the
 * reduction of a whole array, or for several rows that of segments.
 */
#include <config.h>

#include <math.h>

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>

#include "cuda/cub-peer.cuh"
#include "cuda/launched.cuh"
#include "cuda-variants.h"
#include "number.cuh"

/* Results of bf16 are floats: DeviceReduce::Sum and the like would compute in
 * the type that they read.  (An iterator that converts would not do: CUB loads
 * vectors from pointers alone.) */
template <int op> struct combine_floats {
  __host__ __device__ float
  operator() (float a, float b) const
  {
    return op == GK_REDUCE_SUM   ? a + b
           : op == GK_REDUCE_MIN ? (b < a ? b : a)
                                 : (b > a ? b : a);
  }
};

/* Where row i begins. */
struct row_begins {
  typedef cuda::std::random_access_iterator_tag iterator_category;
  typedef int64_t value_type;
  typedef int64_t difference_type;
  typedef int64_t reference;
  typedef void pointer;
  int64_t cols, first;

  __host__ __device__ int64_t
  operator[] (int64_t i) const
  {
    return (first + i) * cols;
  }
  __host__ __device__ int64_t
  operator* () const
  {
    return first * cols;
  }
  __host__ __device__ row_begins
  operator+ (int64_t i) const
  {
    return row_begins{ cols, first + i };
  }
};

/* Calls what CUB has for the operation, in the class Whole: cub::DeviceReduce,
 * whose size is the elements, or cub::DeviceSegmentedReduce, whose size is the
 * segments, and where they begin and end. */
template <typename Whole, typename T, int op, typename... Size>
static cudaError_t
call_cub (void *room, size_t *bytes, const gk_reduce *p, cudaStream_t stream,
          Size... size)
{
  const T *in = (const T *)p->src;
  sum_of<T> *out = (sum_of<T> *)p->dst;

  if constexpr (sizeof (T) == 2)
    return Whole::Reduce (room, *bytes, in, out, size..., combine_floats<op> (),
                          op == GK_REDUCE_SUM   ? 0.0F
                          : op == GK_REDUCE_MIN ? INFINITY
                                                : -INFINITY,
                          stream);
  else if constexpr (op == GK_REDUCE_SUM)
    return Whole::Sum (room, *bytes, in, out, size..., stream);
  else if constexpr (op == GK_REDUCE_MIN)
    return Whole::Min (room, *bytes, in, out, size..., stream);
  else
    return Whole::Max (room, *bytes, in, out, size..., stream);
}

static int
reduce_rows (const gk_host *host, const void *problem, void *room,
             size_t *bytes, cudaStream_t stream)
{
  const gk_reduce *p = (const gk_reduce *)problem;

  return reduce_by_type (p, [=] (auto element, auto operation) {
    typedef decltype (element) T;
    const int op = decltype (operation)::op;
    const row_begins begins = { p->cols, 0 };

    return cuda_launched (
        host, p->rows == 1
                  ? call_cub<cub::DeviceReduce, T, op> (room, bytes, p, stream,
                                                        p->cols)
                  : call_cub<cub::DeviceSegmentedReduce, T, op> (
                      room, bytes, p, stream, p->rows, begins, begins + 1));
  });
}

static int
cub_prepare (const gk_host *host, const gk_device *, const void *problem,
             const gk_value *, void **state)
{
  const gk_reduce *p = (const gk_reduce *)problem;

  /* Older ones count in int. */
  if (CUB_MAJOR_VERSION < 3 && (p->rows > INT32_MAX || p->cols > INT32_MAX)) {
    host->error (host, "CUB %d.%d takes no more than 2^31 - 1 rows or elements",
                 CUB_MAJOR_VERSION, CUB_MINOR_VERSION);
    return GK_SKIP;
  }
  return cub_make (host, reduce_rows, p, state);
}

static const gk_variant variants[]
    = { cub_variant ("reduce", REDUCE_CUB_SUMMARY, cub_prepare) };

GK_PLUGIN ("reduce-cub", PACKAGE_VERSION,
           "sums, minima and maxima of NVIDIA's CUB", NULL, variants)
