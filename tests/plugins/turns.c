/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants of copy for the tests, which do something else in a later turn.  The
 * turn is counted by what is prepared in the process.
 */
#include <config.h>

#include <stdlib.h>

#include "right-copy.h"

/* How often each variant was prepared here. */
static int turns_of_count, turns_of_crash, turns_of_spoil;

static int
prepare_steady (const gk_host *host, const gk_device *device,
                const void *problem, const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values, (void)state;
  host->log (host, "always the same");
  return GK_OK;
}

static int
prepare_count (const gk_host *host, const gk_device *device,
               const void *problem, const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values, (void)state;
  host->log (host, "turn %d", ++turns_of_count);
  return GK_OK;
}

static int
prepare_crash (const gk_host *host, const gk_device *device,
               const void *problem, const gk_value *values, void **state)
{
  (void)host, (void)device, (void)problem, (void)values, (void)state;
  if (++turns_of_crash == 3)
    abort ();
  return GK_OK;
}

static int
prepare_spoil (const gk_host *host, const gk_device *device,
               const void *problem, const gk_value *values, void **state)
{
  (void)host, (void)device, (void)problem, (void)values, (void)state;
  turns_of_spoil++;
  return GK_OK;
}

static int
spoil (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_copy *p = problem;

  if (turns_of_spoil == 2)
    memset ((void *)(uintptr_t)p->src, 0x55, 4);
  return right (host, problem, state, stream);
}

#define VARIANT(n, text, prepares, does)                                       \
  .family = "copy", .name = n, .summary = text, .device = GK_CPU,              \
  .prepare = prepares, .launch = does

static const gk_variant variants[] = {
  { VARIANT ("steady", "is the same in each turn", prepare_steady, right) },
  { VARIANT ("counts", "counts its turns", prepare_count, right) },
  { VARIANT ("crashes", "crashes in its third turn", prepare_crash, right) },
  { VARIANT ("spoils", "spoils the inputs in its second turn", prepare_spoil,
             spoil) },
};

GK_PLUGIN ("turns", PACKAGE_VERSION, "copies that take turns", NULL, variants)
