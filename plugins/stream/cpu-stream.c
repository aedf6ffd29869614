/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-stream: non-temporal stores, which bypass the caches, on all cores.
 *
 * An ordinary store first reads the line that it changes, so a triad moves four
 * bytes for three.  Here a few kilobytes at a time are computed into memory
 * that stays in the first cache, and move_stream copies them on by non-temporal
 * stores.  A copy needs no such memory.
 */
#include <config.h>

#include "move/stream.h"
#include "variants.h"

/* Elements that a thread is given at a time, and those that it computes before
 * it writes: 2 to 8 KiB. */
enum { PIECE = 1 << 16, HELD = 1 << 10 };

/* A result that fits the caches is better left there for its next reader. */
#define LARGE (INT64_C (8) << 20)

int
stream_cpu_stream_prepare (const gk_host *host, const gk_device *device,
                           const void *problem, const gk_value *values,
                           void **state)
{
  const gk_stream *p = problem;

  (void)device, (void)values, (void)state;
  if (p->op != GK_STREAM_DOT)
    return GK_OK;
  host->error (host, "a dot stores nothing to speak of, so there is nothing "
                     "to stream; use cpu-threads");
  return GK_SKIP;
}

static int64_t
smaller (int64_t a, int64_t b)
{
  return a < b ? a : b;
}

static void
stream_piece (const gk_stream *p, int64_t begin, int64_t end, int64_t bytes)
{
  _Alignas(64) double held[HELD];

  if (p->op == GK_STREAM_COPY) {
    move_stream (stream_dst (p, begin), (const char *)p->x + begin * bytes,
                 (size_t)((end - begin) * bytes));
    return;
  }
  for (int64_t at = begin; at < end; at += HELD) {
    const int64_t n = smaller (end - at, HELD);

    stream_apply (p, at, n, held);
    move_stream (stream_dst (p, at), held, (size_t)(n * bytes));
  }
}

int
stream_cpu_stream (const gk_host *host, const void *problem, void *state,
                   void *stream)
{
  const gk_stream *p = problem;
  const int64_t bytes
      = (const char *)stream_dst (p, 1) - (const char *)stream_dst (p, 0);

  if (p->n * bytes < LARGE)
    return stream_cpu_threads (host, problem, state, stream);
#pragma omp parallel
  {
#pragma omp for schedule(dynamic) nowait
    for (int64_t at = 0; at < p->n; at += PIECE)
      stream_piece (p, at, smaller (p->n, at + PIECE), bytes);
    move_stream_end ();
  }
  return GK_OK;
}
