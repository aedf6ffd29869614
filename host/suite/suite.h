/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite/: from text to jobs: lines, settings, sweeps, selection, and what is
 * wrong where.
 * Uses: base, plugin, device/mode.h, device/kinds.h, device/selector.h,
 * bench/settings.h.
 *
 * The suite as it stands in its file: sections and keys with their lines,
 * nothing understood yet (that is job.h).
 */
#ifndef SUITE_H
#define SUITE_H

#include <stdbool.h>
#include <stddef.h>

/* The section that holds defaults for all the others. */
#define SUITE_DEFAULTS "suite"

struct entry {
  char *key, *value;
  int line;  /* 0: from the command line */
  char *set; /* "JOB.KEY", as -s has it; NULL: it is not from there */
};

struct section {
  char *name;
  int line;
  struct entry *entry;
  size_t n_entries;
};

struct suite {
  char *path; /* as the user gave it */
  char *text; /* the whole file, for its identity */
  size_t text_bytes;
  struct section *section; /* in the file's order; "suite", where it
                              stands, is the first */
  size_t n_sections;
};

/* The section of defaults; NULL when there is none. */
const struct section *suite_defaults (const struct suite *suite);

/* The entry of that key; NULL when there is none. */
const struct entry *section_entry (const struct section *section,
                                   const char *key);
/* Likewise of a section, else of the defaults. */
const struct entry *suite_entry (const struct suite *suite,
                                 const struct section *section,
                                 const char *key);

/* A section behind the others, and an entry of it: of a suite that is made, not
 * read.  The texts are copied. */
struct section *suite_add_section (struct suite *suite, const char *name);
void section_add_entry (struct section *section, const char *key,
                        const char *value, int line);

/* Reads a suite.  Complains about everything that is wrong with its form
 * (missing file, directory, line too long, no value, a key before any section,
 * duplicate section or key, no job) and returns false, with
 * nothing to free. */
bool suite_read (struct suite *suite, const char *path);

/* Applies one -s argument, "JOB.KEY=VALUE" (JOB may be a glob over section
 * names, "suite" is the defaults): replaces or adds the key.  Complains and
 * returns false when the form is wrong or no section matches. */
bool suite_set (struct suite *suite, const char *argument);

void suite_free (struct suite *suite);

#endif
