/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Discovery: finds plugin files, and starts workers that describe them, one
 * each, several side by side, so that a broken plugin can't touch the
 * supervisor.  Each has its own deadline, so that one that hangs costs the
 * others no time.
 */
#ifndef DISCOVERY_H
#define DISCOVERY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "plugin/catalog.h"

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

/* The answer about one plugin. */
struct plugin_answer {
  json_t *plugin; /* as plugin_to_json writes it; NULL: none */
  char *why; /* why there is none; NULL, too, when, after a message, no worker
              * could be started */
};

/* Describes n files, in their order, each within so many seconds.  After an
 * interrupt those without an answer are given up.  Free the result with
 * plugin_answers_free. */
struct plugin_answer *describe_plugins (const struct plugin_file *file,
                                        size_t n, double seconds);
void plugin_answers_free (struct plugin_answer *described, size_t n);

#endif
