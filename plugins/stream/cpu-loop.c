/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cpu-loop: one loop on one core, as STREAM's without threads.  A dot adds one
 * product after the other: each addition waits for the one before it.
 */
#include <config.h>

#include "variants.h"

int
stream_cpu_loop (const gk_host *host, const void *problem, void *state,
                 void *stream)
{
  const gk_stream *p = problem;

  (void)host, (void)state, (void)stream;
  if (p->op == GK_STREAM_DOT)
    stream_store (p, stream_dot_plain (p, 0, p->n));
  else
    stream_apply (p, 0, p->n, p->dst);
  return GK_OK;
}
