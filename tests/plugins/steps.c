/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A variant of copy with more combinations of tunables than can be counted.
 */
#include <config.h>

#include "right-copy.h"

static const gk_option steps[] = {
  { .name = "a", .help = "nothing", .type = GK_INT, .max = 99999 },
  { .name = "b", .help = "nothing", .type = GK_INT, .max = 99999 },
  { .name = "c", .help = "nothing", .type = GK_INT, .max = 99999 },
  { .name = "d", .help = "nothing", .type = GK_INT, .max = 99999 },
};

static const gk_variant variants[] = {
  { .family = "copy",
    .name = "steps",
    .summary = "has many tunables",
    .device = GK_CPU,
    .launch = right,
    GK_OPTIONS (steps) },
};

GK_PLUGIN ("steps", PACKAGE_VERSION, "copies with many tunables", NULL,
           variants)
