/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One plugin in two builds: a family and a variant, with an option that the
 * builds name differently.
 */
#include <config.h>

#include <gkhost/plugin.h>

/* What is different in another build is given with -D. */
#ifndef OPTION
#define OPTION "size"
#endif

struct problem {
  void *out;
};

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  struct problem *p = host->alloc (host, sizeof *p);

  (void)values;
  if (p == NULL)
    return GK_FAIL;
  setup->state = p;
  setup->problem = p;
  setup->problem_bytes = sizeof *p;
  setup->n_buffers = 1;
  setup->buffers[0] = (gk_buffer){
    .name = "out",
    .role = GK_OUTPUT,
    .bytes = 64,
    .slot = offsetof (struct problem, out),
  };
  setup->verify_data = GK_BIT (GK_DATA_RANDOM);
  return GK_OK;
}

static int
fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
      void *const *buffers)
{
  (void)host, (void)state, (void)data, (void)seed, (void)buffers;
  return GK_OK;
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  (void)host, (void)state, (void)check;
  return GK_OK;
}

static void
teardown (const gk_host *host, void *state)
{
  host->free (host, state);
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
  .options = GK_ARRAY (options),
  .setup = setup,
  .fill = fill,
  .verify = verify,
  .teardown = teardown,
};

static const gk_variant variants[] = {
  { .name = "one",
    .summary = "does nothing",
    .options = GK_ARRAY (tunables),
    .launch = launch },
};

GK_PLUGIN ("rebuilt", PACKAGE_VERSION, "a family of several builds", &family,
           variants)
