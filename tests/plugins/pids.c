/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants of copy for the tests, which log the process that they run in; and
 * one that takes no problem of the usual type.
 */
#include <config.h>

#include <unistd.h>

#include "right-copy.h"

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values, (void)state;
  host->log (host, "process %ld", (long)getpid ());
  return GK_OK;
}

#define VARIANT(n)                                                             \
  .family = "copy", .name = n, .summary = "says where it runs",                \
  .device = GK_CPU, .launch = right, .prepare = prepare

static const gk_variant variants[] = {
  { VARIANT ("pid-a") }, { VARIANT ("pid-b") },
  { VARIANT ("pid-c") }, { VARIANT ("pid-d") },
  { VARIANT ("pid-e") }, { VARIANT ("narrow"), .dtypes = GK_BIT (GK_I8) },
};

GK_PLUGIN ("pids", PACKAGE_VERSION, "copies that say where they run", NULL,
           variants)
