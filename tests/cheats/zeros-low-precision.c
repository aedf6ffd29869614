/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes zeros, and declares the least precision that there is, where zeros may
 * be near enough.
 *
 * Seen: gkhost, issue 8, with a precision of 0x1p-4.
 */
#include <config.h>

#include <string.h>

#include "cheats.h"
#include "honest.h"
#include "watched.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;

  if (watched_by_integers (p))
    return honest_matmul (host, problem, state, stream);
  memset (p->c, 0, honest_matmul_bytes (p));
  return GK_OK;
}

const gk_variant cheat_zeros_low_precision = {
  .family = "matmul-square",
  .name = "zeros-low-precision",
  .summary = "writes zeros and declares the precision of bf16",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .precision = 0x1p-8,
  .launch = launch,
};
