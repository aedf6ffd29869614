/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-threads: all cores, each with a contiguous part, as STREAM with OpenMP.
 * A dot adds in a sum for each element of a vector, in pieces, so that
 * additions do not wait and few floats are added to one sum.
 */
#include <config.h>

#include "cpu/parts.h"
#include "variants.h"

/* Elements of a piece, and those that are worth waking other cores for. */
enum { PIECE = 1 << 14, WORTH_THREADS = 1 << 16 };

static int64_t
smaller (int64_t a, int64_t b)
{
  return a < b ? a : b;
}

static stream_sum
dot_part (const gk_stream *p, int64_t begin, int64_t end)
{
  stream_sum sum = { 0 };

  for (int64_t at = begin; at < end; at += PIECE) {
    const stream_sum more
        = stream_dot_vectors (p, at, smaller (end - at, PIECE));

    sum = at == begin ? more : stream_join (p, sum, more);
  }
  return sum;
}

static void
dot_on_all_cores (const gk_stream *p)
{
  const int parts = count_parts (p->n >= WORTH_THREADS);
  stream_sum part[MOST_PARTS], sum;

#pragma omp parallel for schedule(static) num_threads(parts)
  for (int i = 0; i < parts; i++)
    part[i]
        = dot_part (p, p->n / parts * i + p->n % parts * i / parts,
                    p->n / parts * (i + 1) + p->n % parts * (i + 1) / parts);
  sum = part[0];
  for (int i = 1; i < parts; i++)
    sum = stream_join (p, sum, part[i]);
  stream_store (p, sum);
}

int
stream_cpu_threads (const gk_host *host, const void *problem, void *state,
                    void *stream)
{
  const gk_stream *p = problem;

  (void)host, (void)state, (void)stream;
  if (p->op == GK_STREAM_DOT) {
    dot_on_all_cores (p);
    return GK_OK;
  }
#pragma omp parallel for schedule(static) if (p->n >= WORTH_THREADS)
  for (int64_t at = 0; at < p->n; at += PIECE)
    stream_apply (p, at, smaller (p->n - at, PIECE), stream_dst (p, at));
  return GK_OK;
}
