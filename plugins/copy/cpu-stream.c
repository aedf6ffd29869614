/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Stores past the caches (non-temporal), on all cores.
 *
 * An ordinary store first reads the line that it changes, so a copy moves three
 * bytes for two: a third of the bus is spent on bytes that are overwritten
 * whole.  A non-temporal store gathers a whole line in a buffer of the core and
 * sends that to memory.  The C library's memcpy does this too, but only over a
 * threshold that the pieces of `cpu-threads` stay under.
 *
 * While a piece is copied its successor is on its way into the cache:
 * prefetches reach further ahead than the processor's own, which stop at every
 * 4096 bytes.
 */
#include <config.h>

#include <stdbool.h>
#include <string.h>

#include "move/stream.h"
#include "variants.h"

/* Bytes that a thread takes at once.  Under SMALL in all there is nothing to
 * share, and nothing to keep out of the caches. */
#define PIECE (INT64_C (1) << 18)
#define SMALL (INT64_C (1) << 20)

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
  const unsigned char *src = p->src;
  unsigned char *dst = p->dst;

  (void)host, (void)state, (void)stream;
  if (rows * row_bytes < SMALL)
    return copy_cpu_memcpy (host, problem, state, stream);
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
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
