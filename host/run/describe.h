/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Has workers describe plugins, one a plugin, several side by side.  Each has
 * its own time, and takes nobody else's.
 */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include <jansson.h>
#include <stddef.h>

#include "plugin/catalog.h"

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
