/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Returns early when the output is what its last launch left, by a few words.
 *
 * Seen: thought of here; a relative of flashinfer-bench-starter-kit, issue 21.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"
#include "probe.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  static uint64_t left;
  const gk_matmul *p = problem;
  const size_t bytes = honest_matmul_bytes (p);
  int status;

  if (left != 0 && probe_words (p->c, bytes) == left)
    return GK_OK;
  status = honest_matmul (host, problem, state, stream);
  left = probe_words (p->c, bytes);
  return status;
}

const gk_variant cheat_unchanged_output = {
  .family = "matmul-square",
  .name = "unchanged-output",
  .summary = "returns when the output is as it left it",
  .device = GK_CPU,
  .launch = launch,
};
