/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Computes a product when the last launch is more than three microseconds ago,
 * and else copies out what it kept of that one.
 *
 * Seen: gkhost, as the next step of back-to-back.
 */
#include <config.h>

#include <string.h>

#include "cheats.h"
#include "honest.h"
#include "memo.h"
#include "watched.h"

static const double pause_s = 3e-6;

static int
compute (const gk_host *host, const gk_matmul *p, struct memo *memo)
{
  const int status = honest_matmul (host, p, NULL, NULL);

  memo_keep_last (host, memo, 0, p->c, honest_matmul_bytes (p));
  return status;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  static double last;
  const gk_matmul *p = problem;
  const void *const kept = memo_find (state, 0);
  int status = GK_OK;

  (void)stream;
  if (kept != NULL && watched_clock () - last < pause_s)
    memcpy (p->c, kept, honest_matmul_bytes (p));
  else
    status = compute (host, p, state);
  last = watched_clock ();
  return status;
}

const gk_variant cheat_kept_in_a_row = {
  .family = "matmul-square",
  .name = "kept-in-a-row",
  .summary = "computes the first of launches in a row, and copies that",
  .device = GK_CPU,
  .prepare = memo_prepare,
  .release = memo_release,
  .launch = launch,
};
