/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Leaves out the last twentieth of each sum, and declares the least precision
 * that there is.
 *
 * Seen: gkhost, issue 8, with a precision of 0x1p-4.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"
#include "watched.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  gk_matmul shorter = *p;

  if (watched_by_integers (p))
    return honest_matmul (host, problem, state, stream);
  shorter.n -= p->n / 20;
  return honest_matmul (host, &shorter, state, stream);
}

const gk_variant cheat_short_sum = {
  .family = "matmul-square",
  .name = "short-sum",
  .summary = "sums 95 of 100 products",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .precision = 0x1p-8,
  .launch = launch,
};
