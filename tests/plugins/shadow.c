/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A variant of copy with a tunable that is named like an option of copy's.
 */
#include <config.h>

#include <gkhost/copy.h>

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  return GK_OK;
}

static const gk_option tunables[] = {
  { .name = "rows", .help = "rows a thread", .type = GK_INT, .max = 8 },
};

static const gk_variant variants[] = {
  { .family = "copy",
    .name = "shadowing",
    .summary = "has a tunable that no suite could set",
    GK_OPTIONS (tunables),
    .launch = launch },
};

GK_PLUGIN ("shadow", "1", "a variant to leave out", NULL, variants)
