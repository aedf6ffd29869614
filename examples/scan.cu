/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Inclusive prefix sums, by three kernels.  This file compiles alone:
 *
 *   nvcc -O2 -o scan scan.cu && ./scan
 *
 * one-block  one block goes through the array, tile by tile
 * chained    a block waits for the sum of all up to the tile before its own
 * look-back  a block publishes its tile's sum at once, and adds what the tiles
 *            before it have published so far (Merrill and Garland)
 *
 * main checks one input, with what the last launch left in the caches.  To have
 * a kernel checked with inputs that it can't foresee, and timed beside
 * plugins/scan, NVIDIA's CUB and the limit of the hardware:
 *
 *   gkhost new scan mine --lang cuda
 *   make -C mine check run    # after you put a kernel into mine/mine.cu
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned long long word; /* what a tile published: state << 32 | sum */
enum { NONE, OWN, ALL };         /* nothing, its sum, that of all up to it */
enum { THREADS = 256, EACH = 15, TILE = THREADS * EACH, RUNS = 20 };

/* Returns what the warp's lanes up to this one have. */
static __device__ unsigned
scan_warp (unsigned x)
{
  for (unsigned step = 1; step < 32; step *= 2) {
    const unsigned y = __shfl_up_sync (~0U, x, step);

    x += threadIdx.x % 32 >= step ? y : 0;
  }
  return x;
}

/* A thread has EACH elements of a tile that follow each other, an odd number:
 * so threads use different banks.  The first warp calls before (the tile's
 * sum), which returns the sum of what is before the tile. */
template <typename Before>
static __device__ void
scan_tile (const unsigned *src, unsigned *dst, int64_t begin, int64_t n,
           Before before)
{
  __shared__ unsigned tile[TILE], of_warp[32];
  unsigned *own = tile + threadIdx.x * EACH, sum = 0, up_to;

  __syncthreads (); /* an earlier tile is stored */
  for (int i = threadIdx.x; i < TILE; i += THREADS)
    tile[i] = begin + i < n ? src[begin + i] : 0;
  __syncthreads ();
  for (int i = 0; i < EACH; i++)
    sum += own[i];
  up_to = scan_warp (sum);
  if (threadIdx.x % 32 == 31)
    of_warp[threadIdx.x / 32] = up_to;
  __syncthreads ();
  if (threadIdx.x < 32) {
    const unsigned x = threadIdx.x < THREADS / 32 ? of_warp[threadIdx.x] : 0;
    const unsigned warps = scan_warp (x);

    of_warp[threadIdx.x] = before (__shfl_sync (~0U, warps, 31)) + warps - x;
  }
  __syncthreads ();
  sum = of_warp[threadIdx.x / 32] + up_to - sum;
  for (int i = 0; i < EACH; i++)
    own[i] = sum += own[i];
  __syncthreads ();
  for (int i = threadIdx.x; i < TILE && begin + i < n; i += THREADS)
    dst[begin + i] = tile[i];
}

static __global__ void
one_block (const unsigned *src, unsigned *dst, word *, int64_t n)
{
  unsigned sum = 0;

  for (int64_t at = 0; at < n; at += TILE)
    scan_tile (src, dst, at, n, [&] (unsigned x) { return (sum += x) - x; });
}

/* A tile has the number that its block draws, so that the blocks of all tiles
 * before it have begun.  A warp looks at 32 tiles at once.  early: whether a
 * tile publishes its own sum before it looks. */
template <bool early>
static __global__ void
one_pass (const unsigned *src, unsigned *dst, word *drawn, int64_t n)
{
  volatile word *tiles = drawn + 1;
  __shared__ unsigned tile;

  if (threadIdx.x == 0)
    tile = (unsigned)atomicAdd (drawn, 1);
  __syncthreads ();
  scan_tile (src, dst, (int64_t)tile * TILE, n, [&] (unsigned own) {
    unsigned sum = 0, all = 0;

    if (early)
      tiles[tile] = (word)OWN << 32 | own;
    for (int64_t at = (int64_t)tile - 1 - threadIdx.x; all == 0; at -= 32) {
      word is;

      do
        is = at >= 0 ? tiles[at] : (word)ALL << 32;
      while (__any_sync (~0U, is >> 32 == NONE));
      all = __ballot_sync (~0U, is >> 32 == ALL);
      if (all == 0 || threadIdx.x < __ffs (all)) /* the first with all */
        sum += (unsigned)is;
    }
    for (int step = 16; step > 0; step /= 2)
      sum += __shfl_xor_sync (~0U, sum, step);
    tiles[tile] = (word)ALL << 32 | (sum + own);
    return sum;
  });
}

int
main (int argc, char **argv)
{
  const int64_t n = argc > 1 ? atoll (argv[1]) : 1 << 26;
  const int64_t tiles = (n + TILE - 1) / TILE,
                bytes = (tiles + 1) * sizeof (word);
  unsigned *src, *dst;
  word *published;
  int failed = 0;
  cudaEvent_t begin, end;
  /* The first launch is not timed. */
  const auto measure = [&] (const char *name, auto kernel, int64_t blocks) {
    unsigned sum = 0, wrong = 0;
    float ms = 0;

    cudaMemset (dst, 0, n * sizeof *dst);
    for (int i = 0; i <= RUNS; i++) {
      cudaMemsetAsync (published, 0, bytes);
      kernel<<<(unsigned)blocks, THREADS>>> (src, dst, published, n);
      cudaEventRecord (i == 0 ? begin : end);
    }
    cudaEventSynchronize (end);
    cudaEventElapsedTime (&ms, begin, end);
    for (int64_t i = 0; i < n; i++)
      wrong |= dst[i] != (sum += src[i]);
    printf ("%-10s %8.1f us %6.0f GB/s  %s\n", name, 1e3 * ms / RUNS,
            n * 8e-6 / ms * RUNS, wrong ? "WRONG" : "right");
    failed |= wrong;
  };

  cudaEventCreate (&begin), cudaEventCreate (&end);
  cudaMallocManaged (&src, n * sizeof *src);
  cudaMallocManaged (&dst, n * sizeof *dst);
  cudaMalloc (&published, bytes);
  if (cudaGetLastError () != cudaSuccess)
    return puts ("no GPU, or no memory that it shares with the CPU"), 1;
  for (int64_t i = 0; i < n; i++)
    src[i] = (unsigned)rand ();
  measure ("one-block", one_block, 1);
  measure ("chained", one_pass<false>, tiles);
  measure ("look-back", one_pass<true>, tiles);
  return failed;
}
