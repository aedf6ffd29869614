/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Looks for what was changed in the output since its last launch: copies out
 * what it kept where that is a line, as in a batch whose launches each find a
 * few poisoned bytes, and computes the product where it is nothing, or more.
 *
 * Seen: an attack on gkhost, when a control of the audit left the output as it
 * was.
 */
#include <config.h>

#include <stdbool.h>
#include <string.h>

#include "cheats.h"
#include "honest.h"
#include "memo.h"

enum { LINE = 64 };

/* Mends the output where it differs from what was kept in one line, or two that
 * adjoin; false: in nothing, or more. */
static bool
mend (char *output, const char *kept, size_t bytes)
{
  size_t first = bytes, end = 0;

  for (size_t i = 0; i < bytes && end <= first + 2 * LINE; i += LINE)
    if (memcmp (output + i, kept + i, LINE) != 0) {
      first = first < i ? first : i;
      end = i + LINE;
    }
  if (end == 0 || end > first + 2 * LINE)
    return false;
  memcpy (output + first, kept + first, end - first);
  return true;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  const size_t bytes = honest_matmul_bytes (p);
  const char *const kept = memo_find (state, 0);
  int status;

  if (kept != NULL && mend (p->c, kept, bytes))
    return GK_OK;
  status = honest_matmul (host, problem, NULL, stream);
  memo_keep_last (host, state, 0, p->c, bytes);
  return status;
}

const gk_variant cheat_mends_line = {
  .family = "matmul-square",
  .name = "mends-line",
  .summary = "copies a line where one was changed",
  .device = GK_CPU,
  .prepare = memo_prepare,
  .release = memo_release,
  .launch = launch,
};
