/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Discovery: finds plugin files and has workers describe them, one a plugin, so
 * that a broken plugin can't touch the supervisor.
 */
#ifndef DISCOVERY_H
#define DISCOVERY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "plugin/catalog.h"

/* Stands for the folders of GKHOST_PLUGIN_PATH, else the installed one. */
#define DISCOVERY_DEFAULT ""
/* A path that begins so is taken besides them. */
#define DISCOVERY_ADDS '+'

/* Makes the catalog of what is found: each of paths is a .so, a folder of them,
 * or DISCOVERY_DEFAULT, which n == 0 means too.  The default folders come last,
 * but once.  A file that is found twice
 * counts once.  Complains about each plugin that can't be used; true when every
 * path that was named could be: a broken plugin in a folder is a warning, one
 * that was named is an error.  catalog_close is due in both cases. */
bool discover_plugins (struct catalog *catalog, const char *const *paths,
                       size_t n);
/* The same with so many seconds for each plugin, where somebody waits. */
bool discover_plugins_within (struct catalog *catalog, const char *const *paths,
                              size_t n, double seconds);

/* What came of one. */
struct plugin_answer {
  json_t *plugin; /* what plugin_to_json made of it; NULL: nothing */
  char *why; /* why there is nothing; NULL, too: no worker could be started,
                which was complained of */
};

/* Describes n files; each has as many seconds.  What is said of them comes in
 * their order, to be freed with plugin_answers_free.  After an interrupt those
 * that had not answered are given up. */
struct plugin_answer *describe_plugins (const struct plugin_file *file,
                                        size_t n, double seconds);
void plugin_answers_free (struct plugin_answer *described, size_t n);

#endif
