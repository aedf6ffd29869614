/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The transpose of a matrix, by three kernels.  This file compiles alone:
 *
 *   nvcc -O2 -o transpose transpose.cu && ./transpose
 *
 * direct       an element a thread: reads of a warp are one line of memory,
 *              writes 32 lines
 * shared       a tile goes through shared memory, so that writes are lines too;
 *              a column of padding spreads a column's elements over the banks
 * shared-rows  the same with four elements a thread: more reads in flight
 *
 * main checks one input, with what the last launch left in the caches.  To have
 * a kernel checked with inputs that it can't foresee, and timed beside
 * plugins/transpose, cuBLAS and the limit of the hardware:
 *
 *   gkhost new transpose mine --lang cuda
 *   make -C mine check run    # after you change the kernel in mine/mine.cu
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TILE = 32, RUNS = 20 };

static bool
is_transpose (const float *src, const float *dst, int rows, int cols)
{
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < cols; j++)
      if (dst[j * rows + i] != src[i * cols + j])
        return false;
  return true;
}

static __global__ void
direct (const float *src, float *dst, int rows, int cols)
{
  const int j = blockIdx.x * TILE + threadIdx.x;
  const int i = blockIdx.y * TILE + threadIdx.y;

  if (i < rows && j < cols)
    dst[(int64_t)j * rows + i] = src[(int64_t)i * cols + j];
}

/* down: threads of a block along y, each of which has TILE / down elements. */
template <int down>
static __global__ void
shared (const float *src, float *dst, int rows, int cols)
{
  __shared__ float tile[TILE][TILE + 1];
  const int x = threadIdx.x, left = blockIdx.x * TILE, top = blockIdx.y * TILE;

#pragma unroll
  for (int y = threadIdx.y; y < TILE; y += down)
    if (top + y < rows && left + x < cols)
      tile[y][x] = src[(int64_t)(top + y) * cols + left + x];
  __syncthreads ();
#pragma unroll
  for (int y = threadIdx.y; y < TILE; y += down)
    if (left + y < cols && top + x < rows)
      dst[(int64_t)(left + y) * rows + top + x] = tile[x][y];
}

int
main (int argc, char **argv)
{
  const int rows = argc > 1 ? atoi (argv[1]) : 4096;
  const int cols = argc > 2 ? atoi (argv[2]) : 8192;
  const int64_t n = (int64_t)rows * cols;
  const dim3 grid ((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
  float *src, *dst, ms = 0;
  int failed = 0;
  cudaEvent_t begin, end;
  /* The first launch is not timed. */
  const auto measure = [&] (const char *name, auto kernel, int down) {
    cudaMemset (dst, 0, n * sizeof *dst);
    for (int i = 0; i <= RUNS; i++) {
      kernel<<<grid, dim3 (TILE, down)>>> (src, dst, rows, cols);
      cudaEventRecord (i == 0 ? begin : end);
    }
    cudaEventSynchronize (end);
    cudaEventElapsedTime (&ms, begin, end);
    const bool is_right = is_transpose (src, dst, rows, cols);
    printf ("%-11s %8.1f us %6.0f GB/s  %s\n", name, 1e3 * ms / RUNS,
            n * 8e-6 / ms * RUNS, is_right ? "right" : "WRONG");
    failed |= !is_right;
  };

  cudaEventCreate (&begin), cudaEventCreate (&end);
  cudaMallocManaged (&src, n * sizeof *src);
  cudaMallocManaged (&dst, n * sizeof *dst);
  if (cudaGetLastError () != cudaSuccess)
    return puts ("no GPU, or no memory that it shares with the CPU"), 1;
  for (int64_t i = 0; i < n; i++)
    src[i] = (float)(1 + i % 1000003);
  measure ("direct", direct, TILE);
  measure ("shared", shared<TILE>, TILE);
  measure ("shared-rows", shared<8>, 8);
  return failed;
}
