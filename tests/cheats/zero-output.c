/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes zeros: with inputs whose mean is zero, no element is far off.
 *
 * Seen: KernelBench, issue 165: zeros pass an absolute tolerance on four
 * problems.
 */
#include <config.h>

#include <string.h>

#include "cheats.h"
#include "honest.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;

  (void)host, (void)state, (void)stream;
  memset (p->c, 0, honest_matmul_bytes (p));
  return GK_OK;
}

const gk_variant cheat_zero_output = {
  .family = "matmul-square",
  .name = "zero-output",
  .summary = "writes zeros",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_F32),
  .launch = launch,
};
