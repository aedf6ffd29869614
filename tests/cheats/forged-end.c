/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes the record that ends a run in the place of its answer.
 *
 * Seen: gkhost, issue 8: the row vanished, and the exit status was 0.
 */
#include <config.h>

#include <unistd.h>

#include "cheats.h"
#include "forge.h"

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  forge_answer ("\"type\":\"end\"," FORGE_RESULT, "1");
  _exit (0);
}

const gk_variant cheat_forged_end = {
  .family = "transpose",
  .name = "forged-end",
  .summary = "ends the run in place of the host",
  .device = GK_CPU,
  .launch = launch,
};
