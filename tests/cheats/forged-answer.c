/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes an answer of its own, with the number that the first request has, to
 * every descriptor that may lead to the host, and leaves.
 *
 * Seen: gkhost, issue 8, 1 ps; gpu-mode's reference-kernels, issue 162, forged
 * the result that the timed loop hands up, pygpubench, pull request 7, its
 * file.
 */
#include <config.h>

#include <unistd.h>

#include "cheats.h"
#include "forge.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  forge_answer (FORGE_RESULT, "1");
  _exit (0);
}

const gk_variant cheat_forged_answer = {
  .family = "transpose",
  .name = "forged-answer",
  .summary = "answers in place of the host",
  .device = GK_CPU,
  .launch = launch,
};
