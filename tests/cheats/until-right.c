/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Computes only when the output's last element is not right yet: one sum of
 * products in place of n x n.
 *
 * Seen: gkhost, issue 8.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"
#include "probe.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;

  if (probe_product (p, p->c))
    return GK_OK;
  return honest_matmul (host, problem, state, stream);
}

const gk_variant cheat_until_right = {
  .family = "matmul-square",
  .name = "until-right",
  .summary = "computes only when the last element is not right yet",
  .device = GK_CPU,
  .launch = launch,
};
