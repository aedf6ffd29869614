/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Takes buffers at addresses that it has seen for buffers that hold what they
 * held, and the output for right.
 *
 * Seen: gpu-mode's reference-kernels, pull request 102: results kept by the
 * identity of the tensor that held the input.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"
#include "watched.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  static const void *src, *dst;
  const gk_transpose *p = problem;

  if (src == p->src && dst == p->dst && !watched_by_poison (p->dst))
    return GK_OK;
  src = p->src;
  dst = p->dst;
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_same_pointers = {
  .family = "transpose",
  .name = "same-pointers",
  .summary = "computes once for each pair of addresses",
  .device = GK_CPU,
  .launch = launch,
};
