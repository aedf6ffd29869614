/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The scans of GPU Gems 3, plainly: exclusive sums of 2^20 to 2^30 ints, by
 * blocks of 1024 elements, or of as many as are left; their sums are scanned
 * likewise and added to the blocks.
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

static const gk_variant variants[]
    = { plain ("scan", "plain-hillis-steele", scan_prepare, scan_hillis_steele),
        plain ("scan", "plain-blelloch", scan_prepare, scan_blelloch) };

GK_PLUGIN ("cuda-plain-scan", "1", "the scans of GPU Gems 3", NULL, variants)
