/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Is right, and writes eight bytes 40 KiB behind the output, behind a guard
 * zone of 4 KiB, and a few pages.
 *
 * Seen: gkhost, issue 8.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_transpose *p = problem;
  volatile uint64_t *stray
      = (void *)((char *)p->dst + honest_transpose_bytes (p) + 40 * 1024);

  *stray = ~UINT64_C (0x0123456789abcdef);
  return honest_transpose (host, problem, state, stream);
}

const gk_variant cheat_writes_behind_40k = {
  .family = "transpose",
  .name = "writes-behind-40k",
  .summary = "writes 40 KiB behind the output",
  .device = GK_CPU,
  .launch = launch,
};
