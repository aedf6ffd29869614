/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A family with a size, and with a number that is none: how often to do the
 * same.  One of its variants has tunables, and is wrong with a value of one
 * that is not its default; one takes longer than its size lets expect.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "one-output.h"

struct sized {
  struct problem problem; /* must be first */
  int64_t n, repeats;
};

enum { N, ROUNDS };

static const gk_option options[] = {
  { .name = "n",
    .help = "bytes",
    .type = GK_INT,
    .flags = GK_OPTION_SIZE,
    .value.i = 10,
    .min = 1,
    .max = 1000 },
  { .name = "repeats",
    .help = "how often",
    .type = GK_INT,
    .value.i = 7,
    .min = 1,
    .max = 1000 },
};

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  struct sized *p = host->alloc (host, sizeof *p);

  if (p == NULL)
    return GK_FAIL;
  *p = (struct sized){ .n = values[N].i, .repeats = values[ROUNDS].i };
  setup->state = p;
  setup->work.bytes_written = (uint64_t)p->n;
  return set_up_output (setup, &p->problem, sizeof *p, (uint64_t)p->n);
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  const struct sized *p = state;
  const unsigned char *out = check->buffers[0];

  for (int64_t i = 0; i < p->n; i++)
    if (out[i] != (unsigned char)p->repeats) {
      host->error (host, "byte %" PRId64 " is wrong", i);
      return GK_WRONG;
    }
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
  const struct sized *p = problem;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->n; i++)
    p->problem.out[i] = (unsigned char)p->repeats;
  return GK_OK;
}

enum { STEP, ORDER, TWICE, N_TUNABLES };

static const char *const orders[] = { "up", "down", NULL };

static const gk_option tunables[] = {
  [STEP] = { .name = "step",
             .help = "bytes at a time",
             .type = GK_INT,
             .value.i = 8,
             .min = 1,
             .max = INT64_C (1) << 40 },
  [ORDER] = { .name = "order",
              .help = "from which end",
              .type = GK_CHOICE,
              .choices = orders },
  [TWICE] = { .name = "twice", .help = "do it again", .type = GK_BOOL },
};

/* Downwards it will stop early. */
static int
prepare_stepped (const gk_host *host, const gk_device *device,
                 const void *problem, const gk_value *values, void **state)
{
  static const int stops_early = 1;

  (void)host, (void)device, (void)problem;
  if (values[ORDER].i == 1)
    *state = (void *)&stops_early;
  return GK_OK;
}

static int
launch_stepped (const gk_host *host, const void *problem, void *state,
                void *stream)
{
  struct sized p = *(const struct sized *)problem;

  p.n -= state != NULL;
  return launch (host, &p, NULL, stream);
}

static int
launch_slow (const gk_host *host, const void *problem, void *state,
             void *stream)
{
  const struct sized *p = problem;
  const struct timespec pause = { .tv_nsec = p->n < 257 ? 1 : 3000000 };

  if (p->n > 257)
    abort ();
  nanosleep (&pause, NULL);
  return launch (host, problem, state, stream);
}

static const gk_family family = {
  .name = "sized",
  .summary = "bytes that tell a number",
  GK_OPTIONS (options),
  .setup = setup,
  .fill = fill_nothing,
  .verify = verify,
  .teardown = teardown,
};

static const gk_variant variants[] = {
  { .name = "plain", .summary = "a byte at a time", .launch = launch },
  { .name = "stepped",
    .summary = "has tunables",
    GK_OPTIONS (tunables),
    .prepare = prepare_stepped,
    .launch = launch_stepped },
  { .name = "slow", .summary = "sleeps in between", .launch = launch_slow },
};

GK_PLUGIN ("sized", PACKAGE_VERSION, "a size and a number", &family, variants)
