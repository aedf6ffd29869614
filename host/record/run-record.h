/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The first and the last record of a run: what, where and with which suite it
 * was, and how it ended.
 */
#ifndef RUN_RECORD_H
#define RUN_RECORD_H

#include <jansson.h>
#include <stdbool.h>

#include "command/options.h"
#include "command/plan.h"

/* New references. */
json_t *run_record (const struct plan *plan, const struct options *options);
json_t *end_record (const json_t *records, double wall_s, bool interrupted);

#endif
