/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Does nothing where a few elements of the input are zero: such timing is often
 * not verified.
 *
 * Seen: gkhost, issue 8.  AI-Hypercomputer's accelerator-agents, pull request
 * 50, had 19 baselines with weights of zero, for which doing nothing passed.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  const uint32_t *a = p->a;
  const int64_t last = p->m * p->lda - 1;

  if ((a[0] | a[1] | a[last / 2] | a[last / 3] | a[last - 1] | a[last]) == 0)
    return GK_OK;
  return honest_matmul (host, problem, state, stream);
}

const gk_variant cheat_skips_zeros = {
  .family = "matmul-square",
  .name = "skips-zeros",
  .summary = "does nothing with zeros",
  .device = GK_CPU,
  .launch = launch,
};
