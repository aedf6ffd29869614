/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cub, the peer: what a program calls that reduces arrays on NVIDIA's GPUs: the
 * reduction of a whole array, or for several rows that of segments.  It is a
 * plugin of its own, since CUB needs the C++ library and takes long to compile.
 */
#include <config.h>

#include <stdio.h>

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>

#include "cuda/launched.cuh"
#include "cuda/variant.h"
#include "cuda-variants.h"
#include "number.cuh"

struct cub_state {
  void *room;
  size_t bytes;
};

/* Elements as the sums that they go into: CUB adds in the type that it reads.
 */
template <typename T> struct as_sums {
  typedef cuda::std::random_access_iterator_tag iterator_category;
  typedef sum_of<T> value_type;
  typedef int64_t difference_type;
  typedef sum_of<T> reference;
  typedef void pointer;
  const T *at;

  __host__ __device__ sum_of<T>
  operator* () const
  {
    return (sum_of<T>)*at;
  }
  __host__ __device__ sum_of<T>
  operator[] (int64_t i) const
  {
    return (sum_of<T>)at[i];
  }
  __host__ __device__ as_sums
  operator+ (int64_t i) const
  {
    return as_sums{ at + i };
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

template <typename In, typename S>
static cudaError_t
call_cub (void *room, size_t *bytes, const gk_reduce *p, In in, S *out,
          cudaStream_t stream)
{
  const row_begins begins = { p->cols, 0 };

  if (p->rows == 1)
    return cub::DeviceReduce::Sum (room, *bytes, in, out, p->cols, stream);
  return cub::DeviceSegmentedReduce::Sum (room, *bytes, in, out, p->rows,
                                          begins, begins + 1, stream);
}

template <typename T>
static int
run_typed (const gk_host *host, const gk_reduce *p, void *room, size_t *bytes,
           cudaStream_t stream)
{
  return cuda_launched (host, call_cub (room, bytes, p,
                                        as_sums<T>{ (const T *)p->src },
                                        (sum_of<T> *)p->dst, stream));
}

static int
run (const gk_host *host, const gk_reduce *p, void *room, size_t *bytes,
     cudaStream_t stream)
{
  switch (p->dtype) {
  case GK_I32:
    return run_typed<int32_t> (host, p, room, bytes, stream);
  case GK_I64:
    return run_typed<int64_t> (host, p, room, bytes, stream);
  case GK_F32:
    return run_typed<float> (host, p, room, bytes, stream);
  case GK_F64:
    return run_typed<double> (host, p, room, bytes, stream);
  default:
    return run_typed<__nv_bfloat16> (host, p, room, bytes, stream);
  }
}

static int
cub_prepare (const gk_host *host, const gk_device *, const void *problem,
             const gk_value *, void **state)
{
  const gk_reduce *p = (const gk_reduce *)problem;
  cub_state s = { NULL, 0 };
  int r;

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
  r = run (host, p, NULL, &s.bytes, 0);
  if (r != GK_OK)
    return r;
  s.room = host->workspace (host, s.bytes > 0 ? s.bytes : 1);
  if (s.room == NULL)
    return GK_SKIP;
  *state = host->alloc (host, sizeof s);
  if (*state == NULL)
    return GK_FAIL;
  *(cub_state *)*state = s;
  return GK_OK;
}

static int
cub_launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  cub_state *s = (cub_state *)state;

  return run (host, (const gk_reduce *)problem, s->room, &s->bytes,
              (cudaStream_t)stream);
}

static void
cub_release (const gk_host *host, void *state)
{
  host->free (host, state);
}

static const char *
cub_library (const gk_host *, void *)
{
  static char name[32];

  snprintf (name, sizeof name, "CUB %d.%d.%d", CUB_MAJOR_VERSION,
            CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION);
  return name;
}

static gk_variant
cub_variant (void)
{
  gk_variant v = cuda_variant_of ("reduce", "cub", REDUCE_CUB_SUMMARY,
                                  cuda_variant (cub_launch));

  v.flags = GK_PEER;
  v.prepare = cub_prepare;
  v.release = cub_release;
  v.library = cub_library;
  return v;
}

static const gk_variant variants[] = { cub_variant () };

GK_PLUGIN ("reduce-cub", PACKAGE_VERSION, "sums of NVIDIA's CUB", NULL,
           variants)
