/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One plugin in two builds: a family and a variant, with an option that the
 * builds name differently.
 */
#include <config.h>

#include "one-output.h"

/* What is different in another build is given with -D. */
#ifndef OPTION
#define OPTION "size"
#endif

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  static const struct problem problem;

  (void)host, (void)values;
  return set_up_output (setup, &problem, sizeof problem, 64);
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  (void)host, (void)state, (void)check;
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  return GK_OK;
}

static const gk_option options[] = {
  { .name = OPTION,
    .help = "a size",
    .type = GK_INT,
    .max = 9,
    .fmax = 9,
    .value.i = 0 },
};

static const gk_option tunables[] = {
  { .name = "tile", .help = "a size", .type = GK_INT, .max = 9 },
};

static const gk_family family = {
  .name = "rebuilt",
  .summary = "a family of several builds",
  GK_OPTIONS (options),
  .setup = setup,
  .fill = fill_nothing,
  .verify = verify,
  .teardown = keep_all,
};

static const gk_variant variants[] = {
  { .name = "one",
    .summary = "does nothing",
    GK_OPTIONS (tunables),
    .launch = launch },
};

GK_PLUGIN ("rebuilt", PACKAGE_VERSION, "a family of several builds", &family,
           variants)
