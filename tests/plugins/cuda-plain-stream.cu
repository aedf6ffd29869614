/* SPDX-License-Identifier: BSD-3-Clause
 *
 * BabelStream's triad and dot, plainly: doubles, whole blocks.  Its dot copies
 * the sums of blocks to the host; here a second launch adds them.
 */
#include <gkhost/stream.h>

#include "cuda-plain.h"

enum { THREADS = 1024, DOT_BLOCKS = 1024 };

static __global__ void
triad_kernel (const double *x, const double *y, double *dst)
{
  const int i = blockIdx.x * THREADS + threadIdx.x;

  dst[i] = x[i] + 3.0 * y[i];
}

/* y: NULL: a sum. */
static __global__ void
dot_kernel (const double *x, const double *y, double *sums, int n)
{
  __shared__ double held[THREADS];
  const int t = threadIdx.x;

  held[t] = 0;
  for (int i = blockIdx.x * THREADS + t; i < n; i += THREADS * gridDim.x)
    held[t] += y != NULL ? x[i] * y[i] : x[i];
  for (int step = THREADS / 2; step > 0; step /= 2) {
    __syncthreads ();
    if (t < step)
      held[t] += held[t + step];
  }
  if (t == 0)
    sums[blockIdx.x] = held[0];
}

static int
stream_prepare (const gk_host *host, const gk_device *, const void *problem,
                const gk_value *, void **state)
{
  const gk_stream *p = (const gk_stream *)problem;

  if (p->dtype == GK_F64 && (p->op == GK_STREAM_TRIAD || p->op == GK_STREAM_DOT)
      && p->n % THREADS == 0 && p->n <= 1 << 30)
    return take_room (host, DOT_BLOCKS * sizeof (double), state);
  host->error (host, "only triads and dots of f64, of whole blocks");
  return GK_SKIP;
}

static int
stream_launch (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  const gk_stream *p = (const gk_stream *)problem;
  const cudaStream_t to = (cudaStream_t)stream;
  const double *x = (const double *)p->x, *y = (const double *)p->y;
  double *dst = (double *)p->dst, *sums = (double *)state;

  if (p->op == GK_STREAM_TRIAD)
    triad_kernel<<<(unsigned)(p->n / THREADS), THREADS, 0, to>>> (x, y, dst);
  else {
    dot_kernel<<<DOT_BLOCKS, THREADS, 0, to>>> (x, y, sums, (int)p->n);
    dot_kernel<<<1, THREADS, 0, to>>> (sums, NULL, dst, DOT_BLOCKS);
  }
  return launched (host);
}

static const gk_variant variants[]
    = { plain ("stream", "plain-element", stream_prepare, stream_launch),
        plain ("stream", "plain-grid-stride", stream_prepare, stream_launch) };

GK_PLUGIN ("cuda-plain-stream", "1", "BabelStream's triad and dot", NULL,
           variants)
