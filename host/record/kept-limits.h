/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Peak rates that `gkhost devices` measured, kept for later runs in
 * limits.jsonl in the user's cache folder.  Many machines may share the file: a
 * line is a measurement of one machine, and the last line that fits counts.
 */
#ifndef KEPT_LIMITS_H
#define KEPT_LIMITS_H

#include <stdbool.h>

#include "base/pool.h"
#include "record/device-record.h"

/* Returns the path of the file, to be freed; NULL where neither XDG_CACHE_HOME
 * nor HOME is an absolute path. */
char *kept_limits_path (void);

/* Sets the peak rates of a device of this machine from the file; false where it
 * has none.  Reports lines that can't be read, and skips them.  Texts go into
 * the pool. */
bool kept_limits_find (const char *path, struct device_record *device,
                       struct pool *pool);
/* The same for all devices. */
void kept_limits_apply (struct device_records *records, struct pool *pool);

/* True if a machine whose load is this much does not measure undisturbed. */
bool kept_limits_disturbed (const struct device_record *device, double load);
/* False where a CPU is to be measured again: its limits lack a figure, were
 * disturbed or not repeated, or another kernel was running.  With this load, a
 * new measurement would be disturbed: then limits do that were not. */
bool kept_limits_suffice (const struct device_record *kept, const char *kernel,
                          double load);
/* Sets each limit to the larger of both, if the same kernel was running. */
void kept_limits_merge (struct device_record *device,
                        const struct device_record *kept);

/* Appends a line.  False, after a message, when it can't be written. */
bool kept_limits_add (const char *path, const struct device_record *device);

#endif
