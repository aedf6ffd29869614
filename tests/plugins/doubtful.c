/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A family that says of its problems' work what can't be, by their type, and
 * variants that say likewise; all results are right.
 */
#include <config.h>

#include <string.h>

#include "one-output.h"

enum { BYTES = 64, BYTE = 7 };

static const gk_option options[] = {
  { .name = "dtype",
    .help = "which work it says",
    .type = GK_DTYPE,
    .value.i = GK_F32,
    .allowed = GK_BIT (GK_I32) | GK_BIT (GK_F32) | GK_BIT (GK_F64) },
};

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  static const struct problem problem;

  (void)host;
  if (values[0].i == GK_F32)
    setup->work.ops = 1e31;
  if (values[0].i == GK_F64)
    setup->work.bytes_written = BYTES + 1;
  return set_up_output (setup, &problem, sizeof problem, BYTES);
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  const unsigned char *out = check->buffers[0];

  (void)state;
  for (int i = 0; i < BYTES; i++)
    if (out[i] != BYTE) {
      host->error (host, "byte %d is wrong", i);
      return GK_WRONG;
    }
  return GK_OK;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)state, (void)stream;
  memset (((const struct problem *)problem)->out, BYTE, BYTES);
  return GK_OK;
}

static void
says_much (const gk_host *host, const void *problem, void *state, gk_work *work)
{
  (void)host, (void)problem, (void)state;
  work->ops = 2e30;
}

static const gk_family family = {
  .name = "doubtful",
  .summary = "a problem a type, each with work that can not be",
  GK_OPTIONS (options),
  .setup = setup,
  .fill = fill_nothing,
  .verify = verify,
  .teardown = keep_all,
};

static const gk_variant variants[] = {
  { .name = "plain", .summary = "says nothing", .launch = launch },
  { .name = "number",
    .summary = "has the number of a type for a set",
    .dtypes = GK_F32,
    .launch = launch },
  { .name = "set",
    .summary = "has a set",
    .dtypes = GK_BIT (GK_F32),
    .launch = launch },
  { .name = "heavy",
    .summary = "says that it does much",
    .work = says_much,
    .launch = launch },
};

GK_PLUGIN ("doubtful", PACKAGE_VERSION, "says what can't be", &family, variants)
