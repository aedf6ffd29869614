/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reasons for skips that differ in the name of the plugin only are one reason
 * to a reader: four plugins that are missing are told in one line.
 */
#ifndef SKIPS_H
#define SKIPS_H

#include "report/groups.h"

/* Makes one of such skips. */
void skips_merge (struct groups *groups);

/* The reason, with the names of all plugins in place of the first's; to be
 * freed. */
char *skip_reason (const struct skip *skip);

#endif
