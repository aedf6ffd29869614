/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-stream: non-temporal stores, which bypass the caches, on all cores.
 *
 * An ordinary store first reads the line that it changes (write-allocate), so a
 * copy moves three bytes for two: a third of the bandwidth is spent on bytes
 * that are overwritten.  A non-temporal store collects a whole line in a
 * write-combining buffer of the core and writes that to memory.  The C
 * library's memcpy does this too, but only above a threshold that the pieces of
 * `cpu-threads` stay below.
 */
#include <config.h>

#include <stdbool.h>

#include "move/stream.h"
#include "variants.h"

/* Bytes that a thread copies at a time. */
#define PIECE (INT64_C (1) << 18)

/* A copy that fits the caches is better left there for its next reader. */
#define LARGE (INT64_C (8) << 20)

int
copy_cpu_stream (const gk_host *host, const void *problem, void *state,
                 void *stream)
{
  const gk_copy *p = problem;
  const int64_t element = p->element;
  const bool flat = p->src_pitch == p->cols && p->dst_pitch == p->cols;
  const int64_t rows = flat ? 1 : p->rows;
  const int64_t row_bytes = (flat ? p->rows * p->cols : p->cols) * element;
  const int64_t pieces = (row_bytes + PIECE - 1) / PIECE;
  /* Scheduled dynamically, since another program may delay a core; several
   * short rows at a time. */
  const int64_t chunk = row_bytes < PIECE ? PIECE / row_bytes : 1;
  const unsigned char *src = p->src;
  unsigned char *dst = p->dst;

  /* chunk is unused without OpenMP. */
  (void)host, (void)state, (void)stream, (void)chunk;
  if (rows * row_bytes < LARGE)
    return copy_cpu_threads (host, problem, state, stream);
#pragma omp parallel
  {
#pragma omp for schedule(dynamic, chunk) nowait
    for (int64_t i = 0; i < rows * pieces; i++) {
      const int64_t row = i / pieces, start = i % pieces * PIECE;
      const int64_t rest = row_bytes - start;

      move_stream (dst + row * p->dst_pitch * element + start,
                   src + row * p->src_pitch * element + start,
                   (size_t)(rest < PIECE ? rest : PIECE));
    }
    move_stream_end ();
  }
  return GK_OK;
}
