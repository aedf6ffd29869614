/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Discovery: finds plugin files, and starts workers that describe them, one
 * each, several side by side, so that a broken plugin can't touch the
 * supervisor.  Each has its own deadline, so that one that hangs costs the
 * others no time.
 */
#ifndef DISCOVERY_H
#define DISCOVERY_H

#include <stdbool.h>
#include <stddef.h>

#include "plugin/catalog.h"
#include "run/queries.h"

/* Stands for the folders of GKHOST_PLUGIN_PATH, else the installed one. */
#define DISCOVERY_DEFAULT ""
/* A path that begins with this is added to them. */
#define DISCOVERY_ADDS '+'

/* Makes the catalog of the plugins found.  Each of paths is a .so, a folder of
 * them, or DISCOVERY_DEFAULT, which n == 0 means, too.  The default folders
 * come last, and once.  A file that is found twice counts once.  Prints a
 * message about each plugin that can't be used.  True when every path that was
 * named could be: a broken plugin in a folder is a warning, one that was named
 * is an error.  Call catalog_close in both cases. */
bool discover_plugins (struct catalog *catalog, const char *const *paths,
                       size_t n);

/* Describes n files, in their order, each within so many seconds.  After an
 * interrupt those without an answer are given up.  The reply of each query has
 * a "plugin", as plugin_to_json writes it, or there is a why, unless, after a
 * message, no worker could be started.  Free the queries with queries_free, and
 * their array. */
struct query *describe_plugins (const struct plugin_file *file, size_t n,
                                double seconds);

#endif
