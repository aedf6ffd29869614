/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Makes the plan of a run (run/plan.h): reads the suite, finds the plugins and
 * the devices, and expands jobs to cases.  No plugin is loaded and no device
 * opened in this process: workers describe both (run/discovery.h,
 * run/supervisor.h).
 */
#ifndef MAKE_PLAN_H
#define MAKE_PLAN_H

#include <stdbool.h>

#include "command/options.h"
#include "run/plan.h"
#include "run/supervisor.h"

/* Makes the plan of the suite that the options name.  False, after a message,
 * when anything is wrong.  The caller calls plan_free in both cases. */
bool plan_make (struct plan *plan, const struct options *options,
                struct supervisor *supervisor);
/* Does the same with the suite and the catalog that are in the plan, and with
 * presets besides the options' own. */
bool plan_make_of_suite (struct plan *plan, const struct options *options,
                         struct job_presets presets,
                         struct supervisor *supervisor);
/* Makes a catalog, such as the plan's, of one plugin file (NULL: none) and of
 * the plugins that the options name, by default those of the default folders.
 * False, after messages, when one that was named can't be used. */
bool plan_find_plugins (struct plan *plan, struct catalog *catalog,
                        const struct options *options, const char *file);
/* False, after a message, when a journal at path would overwrite the suite or a
 * plugin. */
bool plan_keeps_inputs (const struct plan *plan, const char *path);
void plan_free (struct plan *plan);

#endif
