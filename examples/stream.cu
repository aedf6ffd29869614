/* SPDX-License-Identifier: BSD-3-Clause
 *
 * STREAM's triad, dst = x + 3 y, by three kernels.  This file compiles alone:
 *
 *   nvcc -O2 -o stream stream.cu && ./stream
 *
 * chunk    a thread has elements that follow each other, as a core of a CPU
 *          would: at a time the threads of a warp access 32 lines of memory
 * element  an element a thread: neighbouring threads access neighbours, so that
 *          a warp's accesses are a few whole lines
 * vector   16 bytes of each array a thread
 *
 * main checks one input, with what the last launch left in the caches.  To have
 * a kernel checked with inputs that it can't foresee, and timed beside
 * plugins/stream and the limit of the hardware:
 *
 *   gkhost new stream mine --lang cuda
 *   make -C mine check run    # after you put a kernel into mine/mine.cu
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 256, CHUNK = 64, RUNS = 20 };

static float
reference (float x, float y)
{
  return x + 3 * y; /* exact here, as x and y are small integers */
}

static __global__ void
chunk (const float *x, const float *y, float *dst, int64_t n)
{
  const int64_t first = ((int64_t)blockIdx.x * THREADS + threadIdx.x) * CHUNK;

  for (int64_t i = first; i < first + CHUNK && i < n; i++)
    dst[i] = x[i] + 3 * y[i];
}

static __global__ void
element (const float *x, const float *y, float *dst, int64_t n)
{
  const int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

  if (i < n)
    dst[i] = x[i] + 3 * y[i];
}

static __global__ void
vector (const float *x, const float *y, float *dst, int64_t n)
{
  const int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

  if (i < n / 4) {
    const float4 a = ((const float4 *)x)[i];
    const float4 b = ((const float4 *)y)[i];

    ((float4 *)dst)[i] = make_float4 (a.x + 3 * b.x, a.y + 3 * b.y,
                                      a.z + 3 * b.z, a.w + 3 * b.w);
  }
  if (i < n % 4) /* behind the last whole word */
    dst[n - 1 - i] = x[n - 1 - i] + 3 * y[n - 1 - i];
}

int
main (int argc, char **argv)
{
  const int64_t n = argc > 1 ? atoll (argv[1]) : 1 << 26;
  float *x, *y, *dst, ms = 0;
  int failed = 0;
  cudaEvent_t begin, end;
  /* each: elements of a thread.  The first launch is not timed. */
  const auto measure = [&] (const char *name, auto kernel, int64_t each) {
    const int64_t grid = (n + each * THREADS - 1) / (each * THREADS);
    bool is_right = true;

    cudaMemset (dst, 0, n * sizeof *dst);
    for (int i = 0; i <= RUNS; i++) {
      kernel<<<(unsigned)grid, THREADS>>> (x, y, dst, n);
      cudaEventRecord (i == 0 ? begin : end);
    }
    cudaEventSynchronize (end);
    cudaEventElapsedTime (&ms, begin, end);
    for (int64_t i = 0; i < n; i++)
      is_right = dst[i] == reference (x[i], y[i]) && is_right;
    printf ("%-10s %8.1f us %6.0f GB/s  %s\n", name, 1e3 * ms / RUNS,
            n * 12e-6 / ms * RUNS, is_right ? "right" : "WRONG");
    failed |= !is_right;
  };

  cudaEventCreate (&begin), cudaEventCreate (&end);
  cudaMallocManaged (&x, n * sizeof *x);
  cudaMallocManaged (&y, n * sizeof *y);
  cudaMallocManaged (&dst, n * sizeof *dst);
  if (cudaGetLastError () != cudaSuccess)
    return puts ("no GPU, or no memory that it shares with the CPU"), 1;
  for (int64_t i = 0; i < n; i++) {
    x[i] = (float)(1 + rand () % 1000);
    y[i] = (float)(rand () % 1000);
  }
  measure ("chunk", chunk, CHUNK);
  measure ("element", element, 1);
  measure ("vector", vector, 4);
  return failed;
}
