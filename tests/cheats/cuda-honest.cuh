/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the cheats on CUDA have in common.
 */
#ifndef CHEATS_CUDA_HONEST_CUH
#define CHEATS_CUDA_HONEST_CUH

#include "cheats-cuda.h"
#include "cuda-honest.h"

/* What a launch returns. */
static inline int
cuda_ended (const gk_host *host, cudaError_t error = cudaGetLastError ())
{
  if (error == cudaSuccess)
    return GK_OK;
  host->error (host, "%s", cudaGetErrorString (error));
  return GK_FAIL;
}

/* The device's clock, in nanoseconds. */
__device__ static inline uint64_t
device_now ()
{
  uint64_t ns;

  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  return ns;
}

/* Blocks of 256 threads for so many elements. */
static inline unsigned
cheat_blocks (int64_t n)
{
  return (unsigned)((n + 255) / 256);
}

/* A launch that computes nothing, and a stream of its own for what does, as the
 * state of a variant. */

__global__ static void
decoy ()
{
}

static inline int
make_stream (const gk_host *host, const gk_device *, const void *,
             const gk_value *, void **state)
{
  return cuda_ended (host, cudaStreamCreateWithFlags ((cudaStream_t *)state,
                                                      cudaStreamNonBlocking));
}

static inline void
end_stream (const gk_host *, void *state)
{
  cudaStreamSynchronize ((cudaStream_t)state);
  cudaStreamDestroy ((cudaStream_t)state);
}

/* Whether an output holds bytes with which gkhost, up to the release before
 * this list, marked launches that it verified. */
__device__ static inline bool
cheat_watched (const uint32_t *output)
{
  return output[0] == 0xffffffff || output[0] == 0xfefefefe
         || output[0] == 0x7f7f7f7f;
}

/* One element of the product. */
template <typename T>
__device__ static inline T
honest_element (const gk_matmul &p, int64_t i, int64_t j)
{
  const T *a = (const T *)p.a, *b = (const T *)p.b;
  T sum = 0;

  for (int64_t l = 0; l < p.n; l++)
    sum += a[i * p.lda + l] * b[l * p.ldb + j];
  return sum;
}

/* The group that has line i. */
__device__ static inline int64_t
honest_group (const gk_matmul &p, int64_t i)
{
  int64_t g = 0;

  while (i >= p.group_lines[g + 1])
    g++;
  return g;
}

/* Elements of C of all products of a batch, and of groups; f32. */
static inline int64_t
honest_elements (const gk_matmul &p)
{
  return p.m * p.k * p.batch;
}

/* Computes number i of these. */
__device__ static inline void
honest_put_element (const gk_matmul &p, int64_t i)
{
  const int64_t z = i / (p.m * p.k), row = i / p.k % p.m, col = i % p.k;
  gk_matmul one = p;

  one.a = (const float *)p.a + z * p.stride_a;
  one.b = (const float *)p.b
          + (p.groups > 0 ? honest_group (p, row) : z) * p.stride_b;
  ((float *)p.c)[z * p.stride_c + row * p.ldc + col]
      = honest_element<float> (one, row, col);
}

/* A constant, so that it is there before any constructor runs. */
static constexpr gk_variant
cheat (const char *family, const char *name, const char *summary,
       decltype (gk_variant::launch) launch, uint64_t dtypes,
       decltype (gk_variant::prepare) prepare = NULL,
       decltype (gk_variant::release) release = NULL, double precision = 0,
       uint64_t forms = 0)
{
  gk_variant v = {};

  v.family = family;
  v.name = name;
  v.summary = summary;
  v.device = GK_CUDA;
  v.dtypes = dtypes;
  v.precision = precision;
  v.forms = forms;
  v.problem_size = forms != 0 ? sizeof (gk_matmul) : 0;
  v.prepare = prepare;
  v.launch = launch;
  v.release = release;
  return v;
}

#endif
