/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Softmaxes of rows of floats, plainly: a loop for each thread, three passes of
 * a block, the online softmax of Milakov and Gimelshein, and OneFlow's, where a
 * warp holds a row.
 */
#include <float.h>

#include <gkhost/softmax.h>

#include "cuda-plain.h"

enum { ROW_THREADS = 64, THREADS = 256 };

static __global__ void
row_thread_kernel (const float *src, float *dst, int rows, int cols)
{
  const int row = blockIdx.x * ROW_THREADS + threadIdx.x;
  float greatest = -FLT_MAX, sum = 0;

  if (row >= rows)
    return;
  src += (int64_t)row * cols;
  dst += (int64_t)row * cols;
  for (int i = 0; i < cols; i++)
    greatest = fmaxf (greatest, src[i]);
  for (int i = 0; i < cols; i++)
    sum += __expf (src[i] - greatest);
  for (int i = 0; i < cols; i++)
    dst[i] = __expf (src[i] - greatest) / sum;
}

/* ---- A block for each row ---- */

template <bool add>
static __device__ float
join_block (float x)
{
  __shared__ float held[THREADS];

  __syncthreads ();
  held[threadIdx.x] = x;
  __syncthreads ();
  for (int step = THREADS / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) {
      const float a = held[threadIdx.x], b = held[threadIdx.x + step];

      held[threadIdx.x] = add ? a + b : fmaxf (a, b);
    }
    __syncthreads ();
  }
  return held[0];
}

static __global__ void
row_block_kernel (const float *src, float *dst, int, int cols)
{
  float greatest = -FLT_MAX, sum = 0;

  src += (int64_t)blockIdx.x * cols;
  dst += (int64_t)blockIdx.x * cols;
  for (int i = threadIdx.x; i < cols; i += THREADS)
    greatest = fmaxf (greatest, src[i]);
  greatest = join_block<false> (greatest);
  for (int i = threadIdx.x; i < cols; i += THREADS)
    sum += __expf (src[i] - greatest);
  sum = join_block<true> (sum);
  for (int i = threadIdx.x; i < cols; i += THREADS)
    dst[i] = __expf (src[i] - greatest) / sum;
}

/* The sum goes with the greatest element so far. */
static __global__ void
online_kernel (const float *src, float *dst, int, int cols)
{
  float own = -FLT_MAX, sum = 0, greatest;

  src += (int64_t)blockIdx.x * cols;
  dst += (int64_t)blockIdx.x * cols;
  for (int i = threadIdx.x; i < cols; i += THREADS) {
    const float x = src[i], next = fmaxf (own, x);

    sum = sum * __expf (own - next) + __expf (x - next);
    own = next;
  }
  greatest = join_block<false> (own);
  sum = join_block<true> (sum * __expf (own - greatest));
  for (int i = threadIdx.x; i < cols; i += THREADS)
    dst[i] = __expf (src[i] - greatest) / sum;
}

/* ---- A warp for each row ---- */

/* Elements of a row, and how many of them a lane holds, two side by side. */
enum { WARP_COLS = 1024, WARP_EACH = WARP_COLS / 32, WARPS = 4 };

static __global__ void
row_warp_kernel (const float *src, float *dst, int rows, int)
{
  const int lane = threadIdx.x % 32;

  for (int row = blockIdx.x * WARPS + threadIdx.x / 32; row < rows;
       row += gridDim.x * WARPS) {
    const float2 *from = (const float2 *)(src + (int64_t)row * WARP_COLS);
    float2 *to = (float2 *)(dst + (int64_t)row * WARP_COLS);
    float x[WARP_EACH], greatest = -FLT_MAX, sum = 0;

#pragma unroll
    for (int k = 0; k < WARP_EACH / 2; k++) {
      const float2 pair = from[32 * k + lane];

      x[2 * k] = pair.x;
      x[2 * k + 1] = pair.y;
      greatest = fmaxf (greatest, fmaxf (pair.x, pair.y));
    }
    for (int step = 16; step > 0; step /= 2)
      greatest = fmaxf (greatest, __shfl_xor_sync (0xffffffff, greatest, step));
#pragma unroll
    for (int k = 0; k < WARP_EACH; k++) {
      x[k] = __expf (x[k] - greatest);
      sum += x[k];
    }
    for (int step = 16; step > 0; step /= 2)
      sum += __shfl_xor_sync (0xffffffff, sum, step);
#pragma unroll
    for (int k = 0; k < WARP_EACH / 2; k++)
      to[32 * k + lane] = make_float2 (x[2 * k] / sum, x[2 * k + 1] / sum);
  }
}

/* ---- Launches ---- */

static int
softmax_prepare (const gk_host *host, const gk_device *, const void *problem,
                 const gk_value *, void **)
{
  const gk_softmax *p = (const gk_softmax *)problem;

  if (p->dtype == GK_F32 && p->op == GK_SOFTMAX_SOFTMAX && p->cols <= 4096
      && p->rows <= 1 << 24)
    return GK_OK;
  host->error (host, "only softmaxes of rows of up to 4096 elements of f32");
  return GK_SKIP;
}

typedef void softmax_kernel (const float *, float *, int, int);

static int
softmax_by (const gk_host *host, const void *problem, void *stream,
            softmax_kernel *kernel, int64_t blocks, int threads)
{
  const gk_softmax *p = (const gk_softmax *)problem;

  kernel<<<(unsigned)blocks, threads, 0, (cudaStream_t)stream>>> (
      (const float *)p->src, (float *)p->dst, (int)p->rows, (int)p->cols);
  return launched (host);
}

static int
softmax_row_thread (const gk_host *host, const void *problem, void *,
                    void *stream)
{
  const gk_softmax *p = (const gk_softmax *)problem;

  return softmax_by (host, problem, stream, row_thread_kernel,
                     (p->rows + ROW_THREADS - 1) / ROW_THREADS, ROW_THREADS);
}

static int
softmax_row_block (const gk_host *host, const void *problem, void *,
                   void *stream)
{
  return softmax_by (host, problem, stream, row_block_kernel,
                     ((const gk_softmax *)problem)->rows, THREADS);
}

static int
softmax_online (const gk_host *host, const void *problem, void *, void *stream)
{
  return softmax_by (host, problem, stream, online_kernel,
                     ((const gk_softmax *)problem)->rows, THREADS);
}

static int
row_warp_prepare (const gk_host *host, const gk_device *device,
                  const void *problem, const gk_value *values, void **state)
{
  if (((const gk_softmax *)problem)->cols == WARP_COLS)
    return softmax_prepare (host, device, problem, values, state);
  host->error (host, "only rows of %d elements", (int)WARP_COLS);
  return GK_SKIP;
}

static int
softmax_row_warp (const gk_host *host, const void *problem, void *,
                  void *stream)
{
  const gk_softmax *p = (const gk_softmax *)problem;

  return softmax_by (host, problem, stream, row_warp_kernel,
                     (p->rows + WARPS - 1) / WARPS, 32 * WARPS);
}

static const gk_variant variants[] = {
  plain ("softmax", "plain-row-thread", softmax_prepare, softmax_row_thread),
  plain ("softmax", "plain-row-block", softmax_prepare, softmax_row_block),
  plain ("softmax", "plain-online", softmax_prepare, softmax_online),
  plain ("softmax", "plain-row-warp", row_warp_prepare, softmax_row_warp)
};

GK_PLUGIN ("cuda-plain-softmax", "1",
           "softmaxes of a thread, of a block and of a warp", NULL, variants)
