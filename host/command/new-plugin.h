/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What `gkhost new` writes: the languages, the families, and which template
 * becomes which file.  The program contains the files of templates/, so that it
 * finds them wherever it is installed.  A folder is written completely or not
 * at all.
 */
#ifndef NEW_PLUGIN_H
#define NEW_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>

#include "plugin/catalog.h"

/* The languages that have templates. */
struct new_language {
  const char *name;     /* value of --lang */
  const char *title;    /* in prose */
  const char *folder;   /* below templates/ */
  const char *suffix;   /* of the template's source file */
  const char *source;   /* name of the file that is written */
  const char *cmake;    /* CMake's name; NULL: not built with CMake */
  const char *needs;    /* tools that the build needs, in prose */
  const char *packages; /* Debian packages, for CI */
  const char *comment;  /* begins a line of a comment in a skeleton; NULL: it
                           has none, nor a template for a family */
  bool gpu;             /* its variants are for CUDA */
};

/* The last has no name. */
extern const struct new_language new_languages[];
/* Of problems of KernelBench; it has no name. */
extern const struct new_language new_kernelbench;

/* True for one whose plugins need no build. */
bool new_language_is_script (const struct new_language *language);

/* The families that have templates for a variant. */
struct new_family {
  const char *name;                 /* on the command line */
  const char *problem;              /* name of the template */
  const char *families[3];          /* that get the variant; ends with NULL */
  const char *cpu_peer, *cuda_peer; /* baseline in the suite that is written */
};

/* The last has no name. */
extern const struct new_family new_families[];

struct new_plugin {
  const struct new_language *language;
  const struct new_family *of; /* NULL: the plugin brings its own family */
  const struct family_desc *foreign; /* whose variant is a skeleton; NULL: it
                                      * is written from a template of its own */
  const char *family;                /* the family's name */
  /* The texts of a problem of KernelBench; NULL: it is none, or a template. */
  const char *problem, *solution;
  const char *name; /* of the plugin, its folder and its variant */
};

/* Returns "a variant of transpose" or "the family dot"; to be freed. */
char *new_plugin_what (const struct new_plugin *plugin);

/* Creates the folder of the plugin, which must not exist, with all its files.
 * Returns an exit status; after an error nothing is left of the folder, and a
 * message says why. */
int new_plugin_write (const struct new_plugin *plugin);

#endif
