/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One element is wrong in one of twenty launches, as by a race.
 *
 * Seen: gkhost, issue 35, where 3 to 11 of 40 to 300 launches were judged.
 */
#include <config.h>

#include "cheats.h"
#include "honest.h"
#include "watched.h"

enum { SELDOM = 20 };

/* Changes a random element of 4 bytes, by its highest bits but the sign. */
static void
spoil (const gk_host *host, void *output, size_t bytes)
{
  const uint64_t seed = (uint64_t)(1e9 * watched_clock ());
  uint64_t words[2];
  uint32_t *elements = output;

  host->random (host, words, sizeof words, seed);
  if (words[0] % SELDOM == 0)
    elements[words[1] % (bytes / sizeof *elements)] ^= UINT32_C (1) << 23;
}

static int
launch_matmul (const gk_host *host, const void *problem, void *state,
               void *stream)
{
  const gk_matmul *p = problem;

  honest_matmul (host, problem, state, stream);
  spoil (host, p->c, honest_matmul_bytes (p));
  return GK_OK;
}

static int
launch_transpose (const gk_host *host, const void *problem, void *state,
                  void *stream)
{
  const gk_transpose *p = problem;

  honest_transpose (host, problem, state, stream);
  spoil (host, p->dst, honest_transpose_bytes (p));
  return GK_OK;
}

const gk_variant cheat_races_matmul = {
  .family = "matmul-square",
  .name = "races",
  .summary = "multiplies, wrongly in one of twenty launches",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_I32) | GK_BIT (GK_F32),
  .launch = launch_matmul,
};

const gk_variant cheat_races_transpose = {
  .family = "transpose",
  .name = "races",
  .summary = "transposes, wrongly in one of twenty launches",
  .device = GK_CPU,
  .dtypes = GK_BIT (GK_I32),
  .launch = launch_transpose,
};
