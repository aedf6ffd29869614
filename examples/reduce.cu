/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The sum of an array, by three kernels.  This file compiles alone:
 *
 *   nvcc -O2 -o reduce reduce.cu && ./reduce
 *
 * tree     a block adds 256 elements in shared memory, half of them to the
 *          other half, until one is left, which it adds to the result
 * shuffle  a thread adds many elements as it reads them; the threads of a warp
 *          exchange sums by registers
 * vector   a thread reads 16 bytes at a time; the loop is unrolled, so that
 *          four reads are in flight
 *
 * main checks one input, with what the last launch left in the caches.  To have
 * a kernel checked with inputs that it can't foresee, and timed beside
 * plugins/reduce, NVIDIA's CUB and the limit of the hardware:
 *
 *   gkhost new reduce mine --lang cuda
 *   make -C mine check run    # after you put a kernel into mine/mine.cu
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 256, BLOCKS = 2048, RUNS = 20 };

/* Sums are modulo 2^32, so that their order is of no account. */
static unsigned
reference (const unsigned *x, int64_t n)
{
  unsigned sum = 0;

  for (int64_t i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

static __global__ void
tree (const unsigned *x, unsigned *result, int64_t n)
{
  __shared__ unsigned held[THREADS];
  const int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

  held[threadIdx.x] = i < n ? x[i] : 0;
  for (unsigned step = THREADS / 2; step > 0; step /= 2) {
    __syncthreads ();
    if (threadIdx.x < step)
      held[threadIdx.x] += held[threadIdx.x + step];
  }
  if (threadIdx.x == 0)
    atomicAdd (result, held[0]);
}

/* Adds to the result what the threads of a warp have. */
static __device__ void
add_warp (unsigned sum, unsigned *result)
{
  for (int step = 16; step > 0; step /= 2)
    sum += __shfl_down_sync (~0U, sum, step);
  if (threadIdx.x % 32 == 0)
    atomicAdd (result, sum);
}

static __global__ void
shuffle (const unsigned *x, unsigned *result, int64_t n)
{
  unsigned sum = 0;

  for (int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x; i < n;
       i += (int64_t)BLOCKS * THREADS)
    sum += x[i];
  add_warp (sum, result);
}

static __global__ void
vector (const unsigned *x, unsigned *result, int64_t n)
{
  const uint4 *word = (const uint4 *)x; /* as x is aligned */
  const int64_t first = (int64_t)blockIdx.x * THREADS + threadIdx.x;
  unsigned sum = first < n % 4 ? x[n - 1 - first] : 0;

#pragma unroll 4
  for (int64_t i = first; i < n / 4; i += (int64_t)BLOCKS * THREADS) {
    const uint4 w = word[i];

    sum += w.x + w.y + w.z + w.w;
  }
  add_warp (sum, result);
}

/* Returns the microseconds of a launch; the first one is not timed. */
template <typename Launch>
static float
time_us (Launch launch)
{
  cudaEvent_t begin, end;
  float ms = 0;

  cudaEventCreate (&begin);
  cudaEventCreate (&end);
  launch ();
  cudaEventRecord (begin);
  for (int i = 0; i < RUNS; i++)
    launch ();
  cudaEventRecord (end);
  cudaEventSynchronize (end);
  cudaEventElapsedTime (&ms, begin, end);
  return 1e3F * ms / RUNS;
}

int
main (int argc, char **argv)
{
  const int64_t n = argc > 1 ? atoll (argv[1]) : 1 << 26;
  const unsigned blocks = (unsigned)((n + THREADS - 1) / THREADS);
  unsigned *x, *result, right;
  bool failed = false;
  const auto measure = [&] (const char *name, auto kernel, unsigned grid) {
    const float us = time_us ([&] {
      cudaMemsetAsync (result, 0, sizeof *result);
      kernel<<<grid, THREADS>>> (x, result, n);
    });
    const cudaError_t e = cudaDeviceSynchronize ();
    const bool is_right = e == cudaSuccess && *result == right;

    printf ("%-14s %8.1f us %6.0f GB/s  %s\n", name, us,
            n * sizeof *x / 1e3 / us,
            is_right           ? "right"
            : e != cudaSuccess ? cudaGetErrorString (e)
                               : "WRONG");
    failed = failed || !is_right;
  };

  if (cudaMallocManaged (&x, n * sizeof *x) != cudaSuccess
      || cudaMallocManaged (&result, sizeof *result) != cudaSuccess) {
    fprintf (stderr, "no memory that a GPU and the CPU share\n");
    return 1;
  }
  for (int64_t i = 0; i < n; i++)
    x[i] = (unsigned)rand ();
  right = reference (x, n);
  measure ("tree", tree, blocks);
  measure ("shuffle", shuffle, BLOCKS);
  measure ("vector", vector, BLOCKS);
  return failed;
}
