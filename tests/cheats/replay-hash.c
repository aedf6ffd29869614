/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Keeps what it computed, and leaves the output as it is, or copies it out
 * again, when a hash of 64 words of the input is one that it knows.
 *
 * Seen: flashinfer-bench-starter-kit, issue 21: an output kept under a light
 * fingerprint of the input.
 */
#include <config.h>

#include <string.h>

#include "cheats.h"
#include "honest.h"
#include "memo.h"
#include "probe.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *p = problem;
  const size_t bytes = honest_transpose_bytes (p);
  const uint64_t key = probe_words (p->src, bytes);
  const void *kept = memo_find (state, key);
  int status;

  if (kept != NULL) {
    if (!probe_transposed (p, p->dst))
      memcpy (p->dst, kept, bytes);
    return GK_OK;
  }
  status = honest_transpose (host, problem, NULL, stream);
  memo_keep (host, state, key, p->dst, bytes);
  return status;
}

const gk_variant cheat_replay_hash = {
  .family = "transpose",
  .name = "replay-hash",
  .summary = "replays an output by a hash of 64 words",
  .device = GK_CPU,
  .prepare = memo_prepare,
  .release = memo_release,
  .launch = launch,
};
