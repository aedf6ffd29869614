/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plan of a run: everything that is known before the first case runs.  The
 * commands make it; a run reads it and changes nothing.
 */
#ifndef RUN_PLAN_H
#define RUN_PLAN_H

#include <stdint.h>

#include "base/pool.h"
#include "plan/cases.h"
#include "plugin/catalog.h"
#include "record/device-record.h"
#include "suite/job.h"
#include "suite/suite.h"

struct plan {
  struct suite suite;
  struct catalog catalog;
  const struct plugin_desc *other; /* the second build of one of its plugins;
                                      NULL: there is none */
  const char *build_labels[2];     /* the names of those two builds */
  struct jobs jobs;
  int64_t drawn_seed; /* of random searches; 0: none was drawn */
  struct device_list devices;
  struct cases cases;
  struct device_records found; /* the devices, as a worker described them */
  struct pool pool;            /* memory of `found` */
  double seconds;              /* time that making the plan took */
};

#endif
