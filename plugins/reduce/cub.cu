/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cub, the peer: what a program calls that reduces arrays on NVIDIA's GPUs: the
 * reduction of a whole array, or for several rows that of segments.
 */
#include <config.h>

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>

#include "cuda/cub-peer.cuh"
#include "cuda/launched.cuh"
#include "cuda-variants.h"
#include "number.cuh"

/* Sums of bf16 are floats: DeviceReduce::Sum would add in the type that it
 * reads.  (An iterator that converts would not do: CUB loads vectors from
 * pointers alone.) */
struct add_floats {
  __host__ __device__ float
  operator() (float a, float b) const
  {
    return a + b;
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

template <typename T>
static cudaError_t
call_sum (void *room, size_t *bytes, const gk_reduce *p, const T *in, T *out,
          cudaStream_t stream)
{
  const row_begins begins = { p->cols, 0 };

  if (p->rows == 1)
    return cub::DeviceReduce::Sum (room, *bytes, in, out, p->cols, stream);
  return cub::DeviceSegmentedReduce::Sum (room, *bytes, in, out, p->rows,
                                          begins, begins + 1, stream);
}

static cudaError_t
call_sum (void *room, size_t *bytes, const gk_reduce *p,
          const __nv_bfloat16 *in, float *out, cudaStream_t stream)
{
  const row_begins begins = { p->cols, 0 };

  if (p->rows == 1)
    return cub::DeviceReduce::Reduce (room, *bytes, in, out, p->cols,
                                      add_floats (), 0.0F, stream);
  return cub::DeviceSegmentedReduce::Reduce (room, *bytes, in, out, p->rows,
                                             begins, begins + 1, add_floats (),
                                             0.0F, stream);
}

template <typename T>
static int
sum_typed (const gk_host *host, const gk_reduce *p, void *room, size_t *bytes,
           cudaStream_t stream)
{
  return cuda_launched (host, call_sum (room, bytes, p, (const T *)p->src,
                                        (sum_of<T> *)p->dst, stream));
}

static int
sum_rows (const gk_host *host, const void *problem, void *room, size_t *bytes,
          cudaStream_t stream)
{
  const gk_reduce *p = (const gk_reduce *)problem;

  switch (p->dtype) {
  case GK_I32:
    return sum_typed<int32_t> (host, p, room, bytes, stream);
  case GK_I64:
    return sum_typed<int64_t> (host, p, room, bytes, stream);
  case GK_F32:
    return sum_typed<float> (host, p, room, bytes, stream);
  case GK_F64:
    return sum_typed<double> (host, p, room, bytes, stream);
  default:
    return sum_typed<__nv_bfloat16> (host, p, room, bytes, stream);
  }
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
  if (p->op != GK_REDUCE_SUM) {
    host->error (host,
                 "this peer is compiled for sums alone, as CUB takes long "
                 "to compile; set op = sum");
    return GK_SKIP;
  }
  return cub_make (host, sum_rows, p, state);
}

static const gk_variant variants[]
    = { cub_variant ("reduce", REDUCE_CUB_SUMMARY, cub_prepare) };

GK_PLUGIN ("reduce-cub", PACKAGE_VERSION, "sums of NVIDIA's CUB", NULL,
           variants)
