/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Keeps what it computed, and copies it out again when the first, the middle
 * and the last elements of the inputs are those that it was computed from.
 *
 * Seen: gpu-mode's reference-kernels, pull request 142, where inputs were the
 * same in warm-up and timing; gkhost, issue 8, 694 times faster.
 */
#include <config.h>

#include <string.h>

#include "cheats.h"
#include "honest.h"
#include "memo.h"

static uint64_t
samples_of (const gk_matmul *p)
{
  const uint32_t *a = p->a, *b = p->b;
  const int64_t last = p->n * p->lda - 1, middle = last / 2;
  const uint64_t of_a = a[0] ^ (uint64_t)a[middle] << 16 ^ a[last];

  return of_a * UINT64_C (0x9e3779b97f4a7c15)
         + (b[0] ^ (uint64_t)b[middle] << 16 ^ b[last]);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  const size_t bytes = honest_matmul_bytes (p);
  const uint64_t key = samples_of (p);
  const void *kept = memo_find (state, key);
  int status;

  if (kept != NULL) {
    memcpy (p->c, kept, bytes);
    return GK_OK;
  }
  status = honest_matmul (host, problem, NULL, stream);
  memo_keep (host, state, key, p->c, bytes);
  return status;
}

const gk_variant cheat_replay_samples = {
  .family = "matmul-square",
  .name = "replay-samples",
  .summary = "replays an output for inputs with the same six elements",
  .device = GK_CPU,
  .prepare = memo_prepare,
  .release = memo_release,
  .launch = launch,
};
