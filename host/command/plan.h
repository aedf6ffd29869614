/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plan of a run: everything that is known before anything runs.
 */
#ifndef PLAN_H
#define PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pool.h"
#include "command/options.h"
#include "plan/cases.h"
#include "plugin/catalog.h"
#include "run/supervisor.h"
#include "record/device-record.h"
#include "suite/job.h"
#include "suite/suite.h"

struct plan {
  struct suite suite;
  struct catalog catalog;
  const struct plugin_desc *other; /* the second build of one of its plugins;
                                      NULL: there is none */
  const char *build_labels[2];     /* what those two builds are called */
  struct jobs jobs;
  int64_t drawn_seed; /* of random searches; 0: none was drawn */
  struct device_list devices;
  struct cases cases;
  struct device_records found; /* as a worker answered */
  struct pool pool;            /* of what was found */
  double seconds;              /* that making it took */
};

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
