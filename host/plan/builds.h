/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Two builds of one plugin in one run: each of its cases runs once with each.
 */
#ifndef BUILDS_H
#define BUILDS_H

#include <stdbool.h>

#include "plan/cases.h"

struct build {
  const char *label; /* as the user calls it: "A" */
  const struct plugin_desc *plugin;
  const struct catalog *catalog; /* that has it, and its variants */
};

/* Leaves of the cases those of the first build's plugin, and puts the same of
 * the second behind each round of them.  One that the second lacks, has with
 * other tunables or on another kind of device, or that does not take the
 * problem there, has the first's alone.  Complains and returns false when
 * nothing is left.  The builds, and what they point to, must
 * outlive the cases. */
bool builds_pair_cases (struct cases *cases, const struct build *first,
                        const struct build *second);

#endif
