/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants of copy for the tests whose order is known: those with the tunable
 * nap so many milliseconds before each copy, and LONGER more where a second
 * build is to be slower, which lacks a variant, a tunable and types of
 * the first.
 */
#include <config.h>

#include <string.h>

#include "../clock/virtual-clock.h"
#include "right-copy.h"

#ifndef LONGER
#define LONGER 0
#endif

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  double *nap = host->workspace (host, sizeof *nap);

  (void)device, (void)problem;
  if (nap == NULL)
    return GK_SKIP;
  *nap = 1e-3 * (double)(values[0].i + LONGER);
  *state = nap;
  return GK_OK;
}

static int
naps (const gk_host *host, const void *problem, void *state, void *stream)
{
  virtual_work (*(const double *)state);
  return right (host, problem, NULL, stream);
}

/* Nothing is faster than nothing. */
static int
idles (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)problem, (void)state, (void)stream;
  return GK_OK;
}

static const gk_option tunables[] = {
  { .name = "nap",
    .help = "milliseconds",
    .type = GK_INT,
    .value.i = 2,
    .min = 1,
    .max = 100 },
};

#define VARIANT(n, s, f)                                                       \
  .family = "copy", .name = n, .summary = s, .device = GK_CPU, .launch = f
#define TUNABLES GK_OPTIONS (tunables), .prepare = prepare

static const gk_variant variants[] = {
  { VARIANT ("naps", "naps before it copies", naps), TUNABLES },
#if LONGER
  { VARIANT ("idles", "copies nothing", idles) },
  { VARIANT ("narrow", "copies f64", right), .dtypes = GK_BIT (GK_F64) },
#else
  { VARIANT ("narrow", "copies at once", right) },
  { VARIANT ("idles", "copies nothing", idles), TUNABLES },
  { VARIANT ("peer", "copies at once", right), .flags = GK_PEER },
#endif
};

GK_PLUGIN ("naps", PACKAGE_VERSION, "copies that take their time", NULL,
           variants)
