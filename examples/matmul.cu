/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The product of two matrices, by three kernels.  This file compiles alone:
 *
 *   nvcc -O2 -o matmul matmul.cu && ./matmul
 *
 * naive      an element a thread, which reads a row of a and a column of b
 * shared     tiles of a and b in shared memory: what a block loads is used 32
 *            times
 * registers  8 x 8 elements a thread in tiles of 128 x 128: what a thread reads
 *            from shared memory is used eight times, too
 *
 * main checks one input, with what the last launch left in the caches.  To have
 * a kernel checked with inputs that it can't foresee, and timed beside
 * plugins/matmul, cuBLAS and the limit of the hardware:
 *
 *   gkhost new matmul mine --lang cuda
 *   make -C mine check run    # after you change the kernel in mine/mine.cu
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TILE = 32, WIDE = 128, DEEP = 8, OWN = 8, RUNS = 20 };

/* Products of small integers: exact, so that any order gives the same. */
static float
reference (const float *a, const float *b, int n, int i, int j)
{
  float sum = 0;

  for (int k = 0; k < n; k++)
    sum += a[i * n + k] * b[k * n + j];
  return sum;
}

static __global__ void
naive (const float *a, const float *b, float *c, int n)
{
  const int i = blockIdx.y * TILE + threadIdx.x / TILE;
  const int j = blockIdx.x * TILE + threadIdx.x % TILE;
  float sum = 0;

  for (int k = 0; k < n; k++)
    sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}

static __global__ void
shared (const float *a, const float *b, float *c, int n)
{
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  const int y = threadIdx.x / TILE, x = threadIdx.x % TILE;
  const int i = blockIdx.y * TILE + y, j = blockIdx.x * TILE + x;
  float sum = 0;

  for (int k = 0; k < n; k += TILE) {
    as[y][x] = a[i * n + k + x];
    bs[y][x] = b[(k + y) * n + j];
    __syncthreads ();
    for (int l = 0; l < TILE; l++)
      sum += as[y][l] * bs[l][x];
    __syncthreads ();
  }
  c[i * n + j] = sum;
}

/* 256 threads, of which thread (y, x) of 16 x 16 has the rows y + 16 p and the
 * columns x + 16 q of the block's tile. */
static __global__ void __launch_bounds__ (256)
    registers (const float *a, const float *b, float *c, int n)
{
  __shared__ float as[DEEP][WIDE + 1], bs[DEEP][WIDE];
  const int t = threadIdx.x, y = t / 16, x = t % 16;
  const int top = blockIdx.y * WIDE, left = blockIdx.x * WIDE;
  float sum[OWN][OWN] = {}, of_a[OWN], of_b[OWN];

  for (int k = 0; k < n; k += DEEP) {
    for (int e = t; e < WIDE * DEEP; e += 256) {
      as[e % DEEP][e / DEEP] = a[(top + e / DEEP) * n + k + e % DEEP];
      bs[e / WIDE][e % WIDE] = b[(k + e / WIDE) * n + left + e % WIDE];
    }
    __syncthreads ();
#pragma unroll
    for (int l = 0; l < DEEP; l++) {
      for (int p = 0; p < OWN; p++) {
        of_a[p] = as[l][y + 16 * p];
        of_b[p] = bs[l][x + 16 * p];
      }
      for (int p = 0; p < OWN; p++)
        for (int q = 0; q < OWN; q++)
          sum[p][q] += of_a[p] * of_b[q];
    }
    __syncthreads ();
  }
  for (int p = 0; p < OWN; p++)
    for (int q = 0; q < OWN; q++)
      c[(top + y + 16 * p) * n + left + x + 16 * q] = sum[p][q];
}

int
main (void)
{
  const int n = 2048; /* a multiple of 128 */
  float *a, *b, *c, ms = 0;
  int failed = 0;
  cudaEvent_t begin, end;
  /* tile: a block's.  The first launch is not timed. */
  const auto measure
      = [&] (const char *name, auto kernel, int tile, int threads) {
          bool is_right = true;

          cudaMemset (c, 0, n * n * sizeof *c);
          for (int i = 0; i <= RUNS; i++) {
            kernel<<<dim3 (n / tile, n / tile), threads>>> (a, b, c, n);
            cudaEventRecord (i == 0 ? begin : end);
          }
          cudaEventSynchronize (end);
          cudaEventElapsedTime (&ms, begin, end);
          for (int i = 0; i < n * n; i += 997) /* so many will do */
            is_right = c[i] == reference (a, b, n, i / n, i % n) && is_right;
          printf ("%-10s %8.1f us %6.0f GFLOP/s  %s\n", name, 1e3 * ms / RUNS,
                  2e-6 * n * n * n / ms * RUNS, is_right ? "right" : "WRONG");
          failed |= !is_right;
        };

  cudaEventCreate (&begin), cudaEventCreate (&end);
  cudaMallocManaged (&a, n * n * sizeof *a);
  cudaMallocManaged (&b, n * n * sizeof *b);
  cudaMallocManaged (&c, n * n * sizeof *c);
  if (cudaGetLastError () != cudaSuccess)
    return puts ("no GPU, or no memory that it shares with the CPU"), 1;
  for (int i = 0; i < n * n; i++) {
    a[i] = (float)(1 + rand () % 64);
    b[i] = (float)(rand () % 64);
  }
  measure ("naive", naive, TILE, TILE * TILE);
  measure ("shared", shared, TILE, TILE * TILE);
  measure ("registers", registers, WIDE, 256);
  return failed;
}
