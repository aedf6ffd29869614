/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants of copy whose times are not to be trusted: they nap 2 ms before each
 * copy, and some of the launches longer.
 */
#include <config.h>

#include <stdbool.h>

#include "../clock/virtual-clock.h"
#include "right-copy.h"

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values;
  *state = host->workspace (host, sizeof (int));
  if (*state == NULL)
    return GK_SKIP;
  *(int *)*state = 0;
  return GK_OK;
}

static int
nap (const gk_host *host, const void *problem, void *stream, bool longer)
{
  virtual_work (longer ? 12e-3 : 2e-3);
  return right (host, problem, NULL, stream);
}

static int
steady (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)state;
  return nap (host, problem, stream, false);
}

static int
wavers (const gk_host *host, const void *problem, void *state, void *stream)
{
  return nap (host, problem, stream, (*(int *)state)++ % 2 == 0);
}

/* Some launches come before the samples. */
static int
slows (const gk_host *host, const void *problem, void *state, void *stream)
{
  return nap (host, problem, stream, (*(int *)state)++ >= 14);
}

#define VARIANT(n, s)                                                          \
  .family = "copy", .name = #n, .summary = s, .device = GK_CPU, .launch = n,   \
  .prepare = prepare

static const gk_variant variants[] = {
  { VARIANT (steady, "always naps the same") },
  { VARIANT (wavers, "naps longer each second time") },
  { VARIANT (slows, "naps longer after some launches") },
};

GK_PLUGIN ("restless", PACKAGE_VERSION, "copies whose times move", NULL,
           variants)
