/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What devices can do at the most where that is measured: kept from the one
 * time that it was for all runs that follow, in the file limits.jsonl of the
 * user's cache folder, which any number of machines may have in common.  A line
 * is a machine's, and the last one that fits counts.
 */
#ifndef KEPT_LIMITS_H
#define KEPT_LIMITS_H

#include <stdbool.h>

#include "base/pool.h"
#include "record/device-record.h"

/* The file, to be freed; NULL: the user has no folder for it, since neither
 * XDG_CACHE_HOME nor HOME is an absolute path. */
char *kept_limits_path (void);

/* Takes what the file has of this machine's device; false where that is
 * nothing.  Complains of lines that can't be read, and passes them over.  Texts
 * go into the pool. */
bool kept_limits_find (const char *path, struct device_record *device,
                       struct pool *pool);
/* The same for each device that such limits are measured of. */
void kept_limits_apply (struct device_records *records, struct pool *pool);

/* Adds a line.  False, with a complaint, where it can't. */
bool kept_limits_add (const char *path, const struct device_record *device);

#endif
