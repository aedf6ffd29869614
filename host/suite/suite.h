/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite/: parses suites and makes jobs of them: lines, settings, sweeps,
 * selection, and messages about mistakes.
 * Uses: base, plugin, device/mode.h, device/kinds.h, bench/settings.h.
 *
 * A suite as it is written in its file: sections and keys with their lines.
 * job.h checks what they mean.
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
  char *set; /* "JOB.KEY", as -s has it; NULL: from the file */
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
  struct section *section; /* in the file's order; "suite", if there is
                              one, is the first */
  size_t n_sections;
};

/* Returns the section of defaults; NULL when there is none. */
const struct section *suite_defaults (const struct suite *suite);

/* Returns the entry of that key; NULL when there is none. */
const struct entry *section_entry (const struct section *section,
                                   const char *key);
/* Append a section, and an entry of it, to a suite that is made, not read.  The
 * texts are copied. */
struct section *suite_add_section (struct suite *suite, const char *name);
void section_add_entry (struct section *section, const char *key,
                        const char *value, int line);

/* Reads a suite; "-" is standard input.  False, with nothing to free, after
 * messages about all mistakes of its form: missing file, directory, line too
 * long, no value, a key before any section, duplicate section or key, no job.
 */
bool suite_read (struct suite *suite, const char *path);

/* Applies one -s argument, "JOB.KEY=VALUE" (JOB may be a glob over section
 * names, "suite" is the defaults): replaces or adds the key.  False, after a
 * message, when the form is wrong or no section matches. */
bool suite_set (struct suite *suite, const char *argument);

void suite_free (struct suite *suite);

#endif
