/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The scans of GPU Gems 3, plainly: exclusive sums of 2^20 to 2^30 ints, by
 * blocks of 1024 elements, or of as many as are left; their sums are scanned
 * likewise and added to the blocks.  Then reduce-then-scan, by tiles of 1024
 * elements, whose sums one block scans; and Merrill and Garland's decoupled
 * look-back.
 */
#include <gkhost/scan.h>

#include "cuda-plain.h"

enum { BLOCK = 1024, MOST_LEVELS = 3 };

/* n: elements of a block, a power of two; a thread each. */
static __global__ void
hillis_steele_kernel (const unsigned *src, unsigned *dst, unsigned *sums)
{
  __shared__ unsigned held[2][BLOCK];
  const int t = threadIdx.x, n = blockDim.x, at = blockIdx.x * n + t;
  int now = 0;

  held[0][t] = src[at];
  __syncthreads ();
  for (int step = 1; step < n; step *= 2) {
    held[1 - now][t]
        = t >= step ? held[now][t] + held[now][t - step] : held[now][t];
    now = 1 - now;
    __syncthreads ();
  }
  dst[at] = t > 0 ? held[now][t - 1] : 0;
  if (t == n - 1)
    sums[blockIdx.x] = held[now][t];
}

/* Two elements a thread; a place is left free after each 32. */
static __global__ void
blelloch_kernel (const unsigned *src, unsigned *dst, unsigned *sums)
{
  __shared__ unsigned held[BLOCK + BLOCK / 32];
  const int t = threadIdx.x, half = blockDim.x;
  const int a = t, b = t + half, at = blockIdx.x * 2 * half;
  int apart = 1;

  held[a + a / 32] = src[at + a];
  held[b + b / 32] = src[at + b];
  for (int nodes = half; nodes > 0; nodes /= 2) {
    __syncthreads ();
    if (t < nodes) {
      const int left = apart * (2 * t + 1) - 1;
      const int right = apart * (2 * t + 2) - 1;

      held[right + right / 32] += held[left + left / 32];
    }
    apart *= 2;
  }
  if (t == 0) {
    const int root = 2 * half - 1;

    sums[blockIdx.x] = held[root + root / 32];
    held[root + root / 32] = 0;
  }
  for (int nodes = 1; nodes < 2 * half; nodes *= 2) {
    apart /= 2;
    __syncthreads ();
    if (t < nodes) {
      const int left = apart * (2 * t + 1) - 1;
      const int right = apart * (2 * t + 2) - 1;
      const unsigned sum = held[left + left / 32];

      held[left + left / 32] = held[right + right / 32];
      held[right + right / 32] += sum;
    }
  }
  __syncthreads ();
  dst[at + a] = held[a + a / 32];
  dst[at + b] = held[b + b / 32];
}

static __global__ void
add_kernel (unsigned *dst, const unsigned *sums)
{
  dst[blockIdx.x * BLOCK + threadIdx.x] += sums[blockIdx.x];
}

/* ---- Reduce, then scan ---- */

enum { SCAN_THREADS = 256, SUMS_THREADS = 1024 };

static __device__ unsigned
scan_warp (unsigned x)
{
  const int lane = threadIdx.x % 32;

  for (int step = 1; step < 32; step *= 2) {
    const unsigned y = __shfl_up_sync (0xffffffff, x, step);

    if (lane >= step)
      x += y;
  }
  return x;
}

/* Returns the sum of the threads before this one in its block, of up to 1024
 * threads, and sets that of all. */
static __device__ unsigned
scan_block (unsigned x, unsigned *all)
{
  __shared__ unsigned of_warp[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned sum = scan_warp (x);

  __syncthreads (); /* The last call's sums were read. */
  if (lane == 31)
    of_warp[warp] = sum;
  __syncthreads ();
  if (warp == 0)
    of_warp[lane] = scan_warp (lane < blockDim.x / 32 ? of_warp[lane] : 0);
  __syncthreads ();
  *all = of_warp[31];
  return sum - x + (warp > 0 ? of_warp[warp - 1] : 0);
}

static __global__ void
add_tiles_kernel (const uint4 *src, unsigned *sums)
{
  const uint4 x = src[blockIdx.x * SCAN_THREADS + threadIdx.x];
  unsigned all;

  scan_block (x.x + x.y + x.z + x.w, &all);
  if (threadIdx.x == 0)
    sums[blockIdx.x] = all;
}

/* n: a multiple of the threads. */
static __global__ void
scan_sums_kernel (unsigned *sums, int n)
{
  unsigned before = 0, all;

  for (int i = threadIdx.x; i < n; i += SUMS_THREADS) {
    sums[i] = before + scan_block (sums[i], &all);
    before += all;
  }
}

static __global__ void
scan_tiles_kernel (const uint4 *src, uint4 *dst, const unsigned *sums)
{
  const int at = blockIdx.x * SCAN_THREADS + threadIdx.x;
  const uint4 x = src[at];
  unsigned all, sum = scan_block (x.x + x.y + x.z + x.w, &all);

  sum += sums[blockIdx.x];
  dst[at] = make_uint4 (sum, sum + x.x, sum + x.x + x.y, sum + x.x + x.y + x.z);
}

/* ---- Decoupled look-back ---- */

/* An odd number of elements a thread, so that threads have different banks. */
enum { LOOK_THREADS = 128, LOOK_EACH = 15, TILE = LOOK_THREADS * LOOK_EACH };

/* The flag in the upper half of a status word: the sum in the lower one is the
 * tile's, or that of all up to the tile.  0: there is none yet. */
enum { TILE_SUM = 1, PREFIX = 2 };

static __device__ unsigned long long
status_word (unsigned flag, unsigned sum)
{
  return (unsigned long long)flag << 32 | sum;
}

/* By a warp: returns the sum of all tiles before this one, in its first
 * lane.  Looks at 32 tiles at once, the nearest in the first lane. */
static __device__ unsigned
look_back (const volatile unsigned long long *status, int tile)
{
  const int lane = threadIdx.x % 32;
  unsigned sum = 0, prefixes = 0;

  for (int nearest = tile - 1; prefixes == 0; nearest -= 32) {
    const int at = nearest - lane;
    unsigned long long word;

    do
      word = at >= 0 ? status[at] : status_word (PREFIX, 0);
    while (__any_sync (0xffffffff, word >> 32 == 0));
    prefixes = __ballot_sync (0xffffffff, word >> 32 == PREFIX);
    if (prefixes == 0 || lane < __ffs (prefixes))
      sum += (unsigned)word;
  }
  for (int step = 16; step > 0; step /= 2)
    sum += __shfl_down_sync (0xffffffff, sum, step);
  return sum;
}

static __global__ void
__launch_bounds__ (LOOK_THREADS)
    look_back_kernel (const unsigned *src, unsigned *dst,
                      volatile unsigned long long *status, unsigned *ticket,
                      int n)
{
  __shared__ unsigned held[TILE], tile, before;
  const int t = threadIdx.x;
  unsigned x[LOOK_EACH], sum = 0, own, all;
  int begin;

  if (t == 0)
    tile = atomicAdd (ticket, 1);
  __syncthreads ();
  begin = tile * TILE;
  for (int k = 0; k < LOOK_EACH; k++) {
    const int i = k * LOOK_THREADS + t;

    held[i] = begin + i < n ? src[begin + i] : 0;
  }
  __syncthreads ();
#pragma unroll
  for (int k = 0; k < LOOK_EACH; k++) {
    x[k] = sum;
    sum += held[t * LOOK_EACH + k];
  }
  own = scan_block (sum, &all);
  if (t < 32) {
    unsigned sum_before = 0;

    if (tile > 0) {
      if (t == 0)
        status[tile] = status_word (TILE_SUM, all);
      sum_before = look_back (status, (int)tile);
    }
    if (t == 0) {
      status[tile] = status_word (PREFIX, sum_before + all);
      before = sum_before;
    }
  }
  __syncthreads ();
#pragma unroll
  for (int k = 0; k < LOOK_EACH; k++)
    held[t * LOOK_EACH + k] = before + own + x[k];
  __syncthreads ();
  for (int k = 0; k < LOOK_EACH; k++) {
    const int i = k * LOOK_THREADS + t;

    if (begin + i < n)
      dst[begin + i] = held[i];
  }
}

/* ---- Launches ---- */

/* The room has a word of 64 bits for each block of 1024 elements: there are
 * fewer tiles. */
static int
scan_prepare (const gk_host *host, const gk_device *, const void *problem,
              const gk_value *, void **state)
{
  const gk_scan *p = (const gk_scan *)problem;

  if (p->dtype == GK_I32 && p->form == GK_SCAN_EXCLUSIVE && p->n >= 1 << 20
      && p->n <= 1 << 30 && (p->n & (p->n - 1)) == 0)
    return take_room (host, p->n / BLOCK * 4 * 2, state);
  host->error (host, "only exclusive sums of 2^20 to 2^30 elements of i32");
  return GK_SKIP;
}

typedef void scan_kernel (const unsigned *, unsigned *, unsigned *);

/* each: elements of a thread.  Sums follow each other in the room, level by
 * level. */
static int
scan_by (const gk_host *host, const void *problem, void *state, void *stream,
         scan_kernel *kernel, int each)
{
  const gk_scan *p = (const gk_scan *)problem;
  const cudaStream_t to = (cudaStream_t)stream;
  const unsigned *src = (const unsigned *)p->src;
  unsigned *at[MOST_LEVELS + 1] = { (unsigned *)p->dst, (unsigned *)state };
  int n[MOST_LEVELS + 1] = { (int)p->n }, level = 0;

  for (;; level++) {
    const int block = n[level] < BLOCK ? n[level] : (int)BLOCK;

    n[level + 1] = n[level] / block;
    kernel<<<n[level + 1], block / each, 0, to>>> (src, at[level],
                                                   at[level + 1]);
    if (n[level + 1] == 1)
      break;
    src = at[level + 1];
    if (level + 2 <= MOST_LEVELS)
      at[level + 2] = at[level + 1] + n[level + 1];
  }
  for (level--; level >= 0; level--)
    add_kernel<<<n[level + 1], BLOCK, 0, to>>> (at[level], at[level + 1]);
  return launched (host);
}

static int
scan_hillis_steele (const gk_host *host, const void *problem, void *state,
                    void *stream)
{
  return scan_by (host, problem, state, stream, hillis_steele_kernel, 1);
}

static int
scan_blelloch (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  return scan_by (host, problem, state, stream, blelloch_kernel, 2);
}

static int
scan_three_kernels (const gk_host *host, const void *problem, void *state,
                    void *stream)
{
  const gk_scan *p = (const gk_scan *)problem;
  const cudaStream_t to = (cudaStream_t)stream;
  const int tiles = (int)(p->n / BLOCK);
  unsigned *sums = (unsigned *)state;

  add_tiles_kernel<<<tiles, SCAN_THREADS, 0, to>>> ((const uint4 *)p->src,
                                                    sums);
  scan_sums_kernel<<<1, SUMS_THREADS, 0, to>>> (sums, tiles);
  scan_tiles_kernel<<<tiles, SCAN_THREADS, 0, to>>> ((const uint4 *)p->src,
                                                     (uint4 *)p->dst, sums);
  return launched (host);
}

/* The first word is the ticket, and the status words follow. */
static int
scan_look_back (const gk_host *host, const void *problem, void *state,
                void *stream)
{
  const gk_scan *p = (const gk_scan *)problem;
  const cudaStream_t to = (cudaStream_t)stream;
  const int tiles = (int)((p->n + TILE - 1) / TILE);
  unsigned long long *words = (unsigned long long *)state;

  cudaMemsetAsync (words, 0, (size_t)(tiles + 1) * sizeof *words, to);
  look_back_kernel<<<tiles, LOOK_THREADS, 0, to>>> (
      (const unsigned *)p->src, (unsigned *)p->dst, words + 1,
      (unsigned *)words, (int)p->n);
  return launched (host);
}

static const gk_variant variants[] = {
  plain ("scan", "plain-hillis-steele", scan_prepare, scan_hillis_steele),
  plain ("scan", "plain-blelloch", scan_prepare, scan_blelloch),
  plain ("scan", "plain-three-kernels", scan_prepare, scan_three_kernels),
  plain ("scan", "plain-look-back", scan_prepare, scan_look_back),
};

GK_PLUGIN ("cuda-plain-scan", "1",
           "the scans of GPU Gems 3, reduce-then-scan and decoupled look-back",
           NULL, variants)
