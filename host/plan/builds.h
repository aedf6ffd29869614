/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Two builds of one plugin in one run: each case runs once with each build.
 */
#ifndef BUILDS_H
#define BUILDS_H

#include <stdbool.h>

#include "plan/cases.h"

struct build {
  const char *label; /* the user's name for it: "A" */
  const struct plugin_desc *plugin;
  const struct catalog *catalog; /* that contains it and its variants */
};

/* Drops all cases but those of the first build's plugin, and adds the same
 * cases of the second after each round of them.  A variant that the second
 * lacks, has with other tunables or on another kind of device, or that rejects
 * the problem there, runs with the first alone.  False, after a message, when
 * no case is left. The builds, and what they point to, must outlive the cases.
 */
bool builds_pair_cases (struct cases *cases, const struct build *first,
                        const struct build *second);

#endif
