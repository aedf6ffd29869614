/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A family and variants that set metrics: rightly, and in each wrong way.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../clock/virtual-clock.h"
#include "one-output.h"

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  static const struct problem problem;

  (void)values;
  host->metric (host, "too-early", NULL, 1);
  return set_up_output (setup, &problem, sizeof problem, 1);
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  const unsigned char *out = check->buffers[0];

  (void)state;
  host->metric (host, "residual", "1", 1);
  host->metric (host, "residual", "1", 0.5);
  host->metric (host, "iterations", NULL, 7);
  if (out[0] == 1)
    return GK_OK;
  host->error (host, "out is %d and not 1", out[0]);
  return GK_WRONG;
}

static const gk_family family = { .name = "metrics",
                                  .summary = "sets metrics",
                                  .setup = setup,
                                  .fill = fill_nothing,
                                  .verify = verify,
                                  .teardown = keep_all };

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const struct problem *p = problem;

  (void)host, (void)state, (void)stream;
  p->out[0] = 1;
  virtual_compute (10e-6);
  return GK_OK;
}

/* The unit of the first call may not stay. */
static int
prepare_right (const gk_host *host, const gk_device *device,
               const void *problem, const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values, (void)state;
  if (!GK_HAS (host, gk_host, metric))
    return GK_OK;
  host->metric (host, "iterations", "s", 3);
  host->metric (host, "iterations", NULL, 12);
  return GK_OK;
}

static void
release_right (const gk_host *host, void *state)
{
  (void)state;
  host->metric (host, "hit-rate", "%", 87.5);
}

static int
prepare_wrong (const gk_host *host, const gk_device *device,
               const void *problem, const gk_value *values, void **state)
{
  char name[66];

  (void)device, (void)problem, (void)values, (void)state;
  memset (name, 'a', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  host->metric (host, "Upper", NULL, 1);
  host->metric (host, name, NULL, 1);
  host->metric (host, "", NULL, 1);
  host->metric (host, NULL, NULL, 1);
  host->metric (host, "two\nlines", NULL, 1);
  host->metric (host, "variant/a", NULL, 1);
  host->metric (host, "no-number", NULL, (double)NAN);
  host->metric (host, "endless", NULL, (double)INFINITY);
  host->metric (host, "long-unit", "12345678901234567", 1);
  host->metric (host, "latin-unit", "\xb5s", 1);
  for (int i = 0; i < 20; i++) {
    snprintf (name, sizeof name, "m%d", i);
    host->metric (host, name, NULL, i);
  }
  /* One that there is already may change. */
  host->metric (host, "m0", NULL, 100);
  return GK_OK;
}

static int
launch_wrong (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  host->metric (host, "m1", NULL, 200);
  return launch (host, problem, state, stream);
}

static const gk_variant variants[] = {
  { .name = "right",
    .summary = "sets two metrics",
    .device = GK_CPU,
    .prepare = prepare_right,
    .launch = launch,
    .release = release_right },
  { .name = "wrong",
    .summary = "sets metrics that are refused",
    .device = GK_CPU,
    .prepare = prepare_wrong,
    .launch = launch_wrong },
  { .name = "none",
    .summary = "sets no metric",
    .device = GK_CPU,
    .launch = launch },
};

GK_PLUGIN ("metrics", PACKAGE_VERSION, "sets metrics", &family, variants)
