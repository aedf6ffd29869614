/* SPDX-License-Identifier: BSD-3-Clause
 *
 * They are right, and write eight bytes 5 or 40 KiB behind the output, behind a
 * guard zone of 4 KiB, and a few pages.
 *
 * Seen: gkhost, issue 8.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"

static int
write_behind (const gk_host *host, const gk_transpose *p, size_t distance)
{
  volatile uint64_t *stray
      = (void *)((char *)p->dst + honest_transpose_bytes (p) + distance);

  *stray = ~UINT64_C (0x0123456789abcdef);
  return honest_transpose (host, p, NULL, NULL);
}

static int
launch_5k (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)state, (void)stream;
  return write_behind (host, problem, 5 * 1024);
}

static int
launch_40k (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)state, (void)stream;
  return write_behind (host, problem, 40 * 1024);
}

const gk_variant cheat_writes_behind_5k = {
  .family = "transpose",
  .name = "writes-behind-5k",
  .summary = "writes 5 KiB behind the output",
  .device = GK_CPU,
  .launch = launch_5k,
};

const gk_variant cheat_writes_behind_40k = {
  .family = "transpose",
  .name = "writes-behind-40k",
  .summary = "writes 40 KiB behind the output",
  .device = GK_CPU,
  .launch = launch_40k,
};
