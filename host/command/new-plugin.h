/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What `gkhost new` writes: languages, families, and which template becomes
 * which file.
 */
#ifndef NEW_PLUGIN_H
#define NEW_PLUGIN_H

#include <stdbool.h>

#include "command/new-folder.h"

/* The languages that there are templates in. */
struct new_language {
  const char *name;     /* of --lang */
  const char *title;    /* in text */
  const char *folder;   /* of templates/ */
  const char *suffix;   /* of a source */
  const char *source;   /* what it becomes */
  const char *cmake;    /* as CMake has it; NULL: it is built without */
  const char *needs;    /* to be built */
  const char *packages; /* of Debian's, for CI */
};

/* Ended by one without a name. */
extern const struct new_language new_languages[];

/* The families that there are templates of a variant for. */
struct new_family {
  const char *name;                 /* of the command line */
  const char *problem;              /* of the template */
  const char *families[3];          /* that the variant is for; ended by NULL */
  const char *cpu_peer, *cuda_peer; /* what its suite has beside it */
};

extern const struct new_family new_families[];

struct new_plugin {
  const struct new_language *language;
  const struct new_family *of; /* NULL: it brings a family of its own */
  const char *family;          /* the name */
  const char *name;            /* the plugin's, its folder's, its variant's */
};

enum { NEW_FILES_MOST = 10 };

/* The files, whose paths and texts are to be freed; their number. */
size_t new_plugin_files (const struct new_plugin *plugin,
                         struct new_file files[NEW_FILES_MOST]);
/* "a variant of transpose", "the family reduce"; to be freed. */
char *new_plugin_what (const struct new_plugin *plugin);

#endif
