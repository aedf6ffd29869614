/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants of copy whose time is known from two tunables: each adds five
 * milliseconds for every step that it is away from its best value, x = 3 and
 * y = 6.  Where holes are asked for, what would be best is wrong with x = 3 and
 * fails with y = 6.  Another has more combinations than can be counted.
 */
#include <config.h>

#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "right-copy.h"

enum { X, Y, BEST_X = 3, BEST_Y = 6 };

struct valley {
  struct timespec nap;
  bool wrong;
};

static long
milliseconds (const gk_value *values)
{
  return 1 + 5 * labs ((long)values[X].i - BEST_X)
         + 5 * labs ((long)values[Y].i - BEST_Y);
}

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  struct valley *valley = host->workspace (host, sizeof *valley);

  (void)device, (void)problem;
  if (valley == NULL)
    return GK_SKIP;
  valley->nap = (struct timespec){ .tv_nsec = milliseconds (values) * 1000000 };
  valley->wrong = false;
  *state = valley;
  return GK_OK;
}

static int
prepare_holed (const gk_host *host, const gk_device *device,
               const void *problem, const gk_value *values, void **state)
{
  int status = prepare (host, device, problem, values, state);

  if (status == GK_OK && values[Y].i == BEST_Y) {
    host->error (host, "there is a hole here");
    status = GK_FAIL;
  }
  if (status == GK_OK)
    ((struct valley *)*state)->wrong = values[X].i == BEST_X;
  return status;
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const struct valley *valley = state;

  nanosleep (&valley->nap, NULL);
  return valley->wrong ? GK_OK : right (host, problem, NULL, stream);
}

static const gk_option tunables[] = {
  { .name = "x", .help = "steps", .type = GK_INT, .min = 0, .max = 9 },
  { .name = "y", .help = "steps", .type = GK_INT, .value.i = 1, .max = 9 },
};

static const gk_option steps[] = {
  { .name = "a", .help = "nothing", .type = GK_INT, .max = 99999 },
  { .name = "b", .help = "nothing", .type = GK_INT, .max = 99999 },
  { .name = "c", .help = "nothing", .type = GK_INT, .max = 99999 },
  { .name = "d", .help = "nothing", .type = GK_INT, .max = 99999 },
};

#define VARIANT(n, s, p)                                                       \
  .family = "copy", .name = n, .summary = s, .device = GK_CPU,                 \
  .launch = launch, .prepare = p

#define TUNABLES .options = GK_ARRAY (tunables)

static const gk_variant variants[] = {
  { VARIANT ("valley", "naps, least at x = 3 and y = 6", prepare), TUNABLES },
  { VARIANT ("holed", "likewise, and fails there", prepare_holed), TUNABLES },
  { .family = "copy",
    .name = "steps",
    .summary = "has many tunables",
    .device = GK_CPU,
    .launch = right,
    .options = GK_ARRAY (steps) },
};

GK_PLUGIN ("valleys", PACKAGE_VERSION, "copies of known time", NULL, variants)
