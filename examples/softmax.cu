/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The softmax of each row, by three kernels.  This file compiles alone:
 *
 *   nvcc -O2 -o softmax softmax.cu && ./softmax
 *
 * row-thread  a thread for each row: neighbouring threads read a row apart
 * row-block   a block for each row, whose threads read neighbours, three times
 * registers   the same, which reads a row once and holds it
 *
 * main checks one input, with what the last launch left in the caches.  To have
 * a kernel checked with inputs that it can't foresee, and timed beside
 * plugins/softmax, NVIDIA's cuDNN and the limit of the hardware:
 *
 *   gkhost new softmax mine --lang cuda
 *   make -C mine check run    # after you put a kernel into mine/mine.cu
 */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 256, HELD = 16, RUNS = 20 };

static bool
row_is_right (const float *x, const float *y, int cols)
{
  double greatest = -DBL_MAX, sum = 0, worst = 0;

  for (int i = 0; i < cols; i++)
    greatest = fmax (greatest, x[i]);
  for (int i = 0; i < cols; i++)
    sum += exp (x[i] - greatest);
  for (int i = 0; i < cols; i++)
    worst = fmax (worst, fabs (y[i] * sum / exp (x[i] - greatest) - 1));
  return worst < 1e-5;
}

static __global__ void
row_thread (const float *src, float *dst, int rows, int cols)
{
  const int row = blockIdx.x * THREADS + threadIdx.x;
  const float *x = src + (int64_t)row * cols;
  float greatest = -FLT_MAX, sum = 0;

  if (row >= rows)
    return;
  for (int i = 0; i < cols; i++)
    greatest = fmaxf (greatest, x[i]);
  for (int i = 0; i < cols; i++)
    sum += __expf (x[i] - greatest);
  for (int i = 0; i < cols; i++)
    dst[(int64_t)row * cols + i] = __expf (x[i] - greatest) / sum;
}

/* Returns the sum of what the threads of a block have, or the greatest. */
template <bool add>
static __device__ float
join_block (float x)
{
  __shared__ float of_warp[THREADS / 32];

  for (int step = 16; step > 0; step /= 2) {
    const float y = __shfl_xor_sync (~0U, x, step);

    x = add ? x + y : fmaxf (x, y);
  }
  __syncthreads (); /* an earlier call has read what it has there */
  of_warp[threadIdx.x / 32] = x;
  __syncthreads ();
  x = of_warp[0];
  for (int i = 1; i < THREADS / 32; i++)
    x = add ? x + of_warp[i] : fmaxf (x, of_warp[i]);
  return x;
}

static __global__ void
row_block (const float *src, float *dst, int, int cols)
{
  const float *x = src + (int64_t)blockIdx.x * cols;
  float greatest = -FLT_MAX, sum = 0;

  for (int i = threadIdx.x; i < cols; i += THREADS)
    greatest = fmaxf (greatest, x[i]);
  greatest = join_block<false> (greatest);
  for (int i = threadIdx.x; i < cols; i += THREADS)
    sum += __expf (x[i] - greatest);
  sum = join_block<true> (sum);
  for (int i = threadIdx.x; i < cols; i += THREADS)
    dst[(int64_t)blockIdx.x * cols + i] = __expf (x[i] - greatest) / sum;
}

/* Rows of up to THREADS * HELD elements. */
static __global__ void
registers (const float *src, float *dst, int, int cols)
{
  const int64_t first = (int64_t)blockIdx.x * cols;
  float x[HELD], greatest = -FLT_MAX, sum = 0;

#pragma unroll
  for (int k = 0; k < HELD; k++) {
    const int i = k * THREADS + threadIdx.x;

    x[k] = i < cols ? src[first + i] : -FLT_MAX;
    greatest = fmaxf (greatest, x[k]);
  }
  greatest = join_block<false> (greatest);
#pragma unroll
  for (int k = 0; k < HELD; k++)
    sum += x[k] = __expf (x[k] - greatest);
  sum = join_block<true> (sum);
#pragma unroll
  for (int k = 0; k < HELD; k++)
    if (k * THREADS + threadIdx.x < cols)
      dst[first + k * THREADS + threadIdx.x] = x[k] / sum;
}

int
main (void)
{
  const int rows = 8192, cols = 4000;
  const int64_t n = (int64_t)rows * cols;
  float *src, *dst, ms = 0;
  int failed = 0;
  cudaEvent_t begin, end;
  /* The first launch is not timed. */
  const auto measure = [&] (const char *name, auto kernel, int grid) {
    bool is_right = true;

    cudaMemset (dst, 0, n * sizeof *dst);
    for (int i = 0; i <= RUNS; i++) {
      kernel<<<grid, THREADS>>> (src, dst, rows, cols);
      cudaEventRecord (i == 0 ? begin : end);
    }
    cudaEventSynchronize (end);
    cudaEventElapsedTime (&ms, begin, end);
    for (int64_t at = 0; at < n; at += 64 * cols) /* each 64th row */
      is_right = row_is_right (src + at, dst + at, cols) && is_right;
    printf ("%-10s %8.1f us %6.0f GB/s  %s\n", name, 1e3 * ms / RUNS,
            n * 8e-6 / ms * RUNS, is_right ? "right" : "WRONG");
    failed |= !is_right;
  };

  cudaEventCreate (&begin), cudaEventCreate (&end);
  cudaMallocManaged (&src, n * sizeof *src);
  cudaMallocManaged (&dst, n * sizeof *dst);
  if (cudaGetLastError () != cudaSuccess)
    return puts ("no GPU, or no memory that it shares with the CPU"), 1;
  for (int64_t i = 0; i < n; i++)
    src[i] = 8.0F * rand () / RAND_MAX - 4;
  measure ("row-thread", row_thread, (rows + THREADS - 1) / THREADS);
  measure ("row-block", row_block, rows);
  measure ("registers", registers, rows);
  return failed;
}
