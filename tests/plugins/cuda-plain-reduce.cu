/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The steps of Harris and Luitjens, plainly: sums of 2^26 ints.  Blocks have a
 * power of two of threads and no bounds, and launches go on with what blocks
 * left until one sum is left.
 */
#include <gkhost/reduce.h>

#include "cuda-plain.h"

enum { THREADS = 256 };

static __global__ void
interleaved_kernel (const unsigned *src, unsigned *dst)
{
  __shared__ unsigned held[THREADS];
  const unsigned t = threadIdx.x;

  held[t] = src[blockIdx.x * blockDim.x + t];
  __syncthreads ();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    if (t % (2 * step) == 0)
      held[t] += held[t + step];
    __syncthreads ();
  }
  if (t == 0)
    dst[blockIdx.x] = held[0];
}

static __global__ void
sequential_kernel (const unsigned *src, unsigned *dst)
{
  __shared__ unsigned held[THREADS];
  const unsigned t = threadIdx.x;

  held[t] = src[blockIdx.x * blockDim.x + t];
  __syncthreads ();
  for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
    if (t < step)
      held[t] += held[t + step];
    __syncthreads ();
  }
  if (t == 0)
    dst[blockIdx.x] = held[0];
}

static __global__ void
first_add_kernel (const unsigned *src, unsigned *dst)
{
  __shared__ unsigned held[THREADS];
  const unsigned t = threadIdx.x, i = blockIdx.x * 2 * blockDim.x + t;

  held[t] = src[i] + src[i + blockDim.x];
  __syncthreads ();
  for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
    if (t < step)
      held[t] += held[t + step];
    __syncthreads ();
  }
  if (t == 0)
    dst[blockIdx.x] = held[0];
}

/* ---- By registers ---- */

static __device__ unsigned
add_warp (unsigned x)
{
  for (int step = 16; step > 0; step /= 2)
    x += __shfl_down_sync (0xffffffff, x, step);
  return x;
}

/* Of up to 1024 threads; the sum is the first thread's. */
static __device__ unsigned
add_block (unsigned x)
{
  __shared__ unsigned of_warp[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  x = add_warp (x);
  if (lane == 0)
    of_warp[warp] = x;
  __syncthreads ();
  x = threadIdx.x < (blockDim.x + 31) / 32 ? of_warp[lane] : 0;
  return warp == 0 ? add_warp (x) : 0;
}

static __global__ void
shuffle_kernel (const unsigned *src, unsigned *dst)
{
  const unsigned i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
  const unsigned sum = add_block (src[i] + src[i + blockDim.x]);

  if (threadIdx.x == 0)
    dst[blockIdx.x] = sum;
}

/* Luitjens's loop over the grid's size, by words of 16 bytes. */
static __global__ void
vector_kernel (const uint4 *src, unsigned *dst, int n)
{
  unsigned sum = 0;

  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x) {
    const uint4 x = src[i];

    sum += x.x + x.y + x.z + x.w;
  }
  sum = add_block (sum);
  if (threadIdx.x == 0)
    dst[blockIdx.x] = sum;
}

/* The last block adds what all have left. */
static __global__ void
one_pass_kernel (const uint4 *src, unsigned *dst, unsigned *left,
                 unsigned *drawn, int n)
{
  __shared__ bool is_last;
  unsigned sum = 0;

  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x) {
    const uint4 x = src[i];

    sum += x.x + x.y + x.z + x.w;
  }
  sum = add_block (sum);
  if (threadIdx.x == 0) {
    left[blockIdx.x] = sum;
    __threadfence ();
    is_last = atomicInc (drawn, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads ();
  if (!is_last)
    return;
  sum = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
    sum += __ldcg (&left[i]);
  sum = add_block (sum);
  if (threadIdx.x == 0)
    *dst = sum;
}

/* ---- Launches ---- */

enum { ELEMENTS = 1 << 26, LOOP_THREADS = 512, LOOP_BLOCKS = 1024 };

static int
reduce_prepare (const gk_host *host, const gk_device *device,
                const void *problem, const gk_value *, void **state)
{
  const gk_reduce *p = (const gk_reduce *)problem;
  int r;

  if (p->dtype != GK_I32 || p->op != GK_REDUCE_SUM || p->rows != 1
      || p->cols != ELEMENTS) {
    host->error (host, "only sums of one row of 2^26 elements of i32");
    return GK_SKIP;
  }
  r = take_room (host, p->cols / 256 * 4 * 2, state);
  if (r == GK_OK)
    cudaMemsetAsync (*state, 0, 4, (cudaStream_t)device->stream);
  return r == GK_OK ? launched (host) : r;
}

typedef void tree_kernel (const unsigned *, unsigned *);

/* each: elements of a thread. */
template <tree_kernel *kernel, int each>
static int
reduce_by (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_reduce *p = (const gk_reduce *)problem;
  const unsigned *src = (const unsigned *)p->src;
  unsigned *room[2] = { (unsigned *)state, (unsigned *)state + p->cols / 256 };
  int turn = 0;

  for (int n = (int)p->cols; n > 1;) {
    const int threads = n < THREADS * each ? n / each : (int)THREADS;
    const int blocks = n / (threads * each);
    unsigned *dst = blocks == 1 ? (unsigned *)p->dst : room[turn];

    kernel<<<blocks, threads, 0, (cudaStream_t)stream>>> (src, dst);
    src = dst;
    turn = 1 - turn;
    n = blocks;
  }
  return launched (host);
}

static int
reduce_vector (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  const gk_reduce *p = (const gk_reduce *)problem;
  unsigned *left = (unsigned *)state;

  vector_kernel<<<LOOP_BLOCKS, LOOP_THREADS, 0, (cudaStream_t)stream>>> (
      (const uint4 *)p->src, left, (int)(p->cols / 4));
  vector_kernel<<<1, LOOP_BLOCKS / 4, 0, (cudaStream_t)stream>>> (
      (const uint4 *)left, (unsigned *)p->dst, LOOP_BLOCKS / 4);
  return launched (host);
}

static int
reduce_one_pass (const gk_host *host, const void *problem, void *state,
                 void *stream)
{
  const gk_reduce *p = (const gk_reduce *)problem;
  unsigned *drawn = (unsigned *)state;

  one_pass_kernel<<<LOOP_BLOCKS, LOOP_THREADS, 0, (cudaStream_t)stream>>> (
      (const uint4 *)p->src, (unsigned *)p->dst, drawn + 4, drawn,
      (int)(p->cols / 4));
  return launched (host);
}

static gk_variant
reduce_plain (const char *name,
              int (*launch) (const gk_host *, const void *, void *, void *))
{
  return plain ("reduce", name, reduce_prepare, launch);
}

static const gk_variant variants[] = {
  reduce_plain ("plain-interleaved", reduce_by<interleaved_kernel, 1>),
  reduce_plain ("plain-sequential", reduce_by<sequential_kernel, 1>),
  reduce_plain ("plain-first-add", reduce_by<first_add_kernel, 2>),
  reduce_plain ("plain-shuffle", reduce_by<shuffle_kernel, 2>),
  reduce_plain ("plain-vector", reduce_vector),
  reduce_plain ("plain-one-pass", reduce_one_pass),
};

GK_PLUGIN ("cuda-plain-reduce", "1", "the steps of Harris and Luitjens", NULL,
           variants)
