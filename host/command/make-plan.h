/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Makes the plan of a run (run/plan.h) from the command line, the suite and the
 * plugins and devices that are there.
 */
#ifndef MAKE_PLAN_H
#define MAKE_PLAN_H

#include <stdbool.h>

#include "command/options.h"
#include "run/plan.h"
#include "run/supervisor.h"

/* Reads the suite of the options, finds plugins and devices, expands.
 * Complains and returns false when anything is wrong.  plan_free is due in
 * both cases. */
bool plan_make (struct plan *plan, const struct options *options,
                struct supervisor *supervisor);
/* Likewise for a suite and a catalog that are already in the plan, and with
 * more presets than those of the options. */
bool plan_make_of_suite (struct plan *plan, const struct options *options,
                         struct job_presets presets,
                         struct supervisor *supervisor);
/* Makes a catalog, such as the plan's own, of the plugins that the options
 * name, or else those of the default folders, and before them a file (NULL:
 * none); false, with complaints, when one that was named can't be used. */
bool plan_find_plugins (struct plan *plan, struct catalog *catalog,
                        const struct options *options, const char *file);
/* Whether a journal at path leaves the suite and the plugins as they are. */
bool plan_keeps_inputs (const struct plan *plan, const char *path);
void plan_free (struct plan *plan);

#endif
