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

/* Splits a suite's text into lines with exact numbers, and classifies each
 * before inih reads it.  inih cuts long lines and parses the rest as lines of
 * their own, and does not report an empty section.  Whether it joins indented
 * lines to the value above depends on its build, so it gets none. */

/* Messages about mistakes in a suite, each with file and line, or the -s
 * argument. A mistake in a default or a -s is reported once, not for every job.
 */

struct diagnostics {
  const struct suite *suite;
  const struct section *defaults; /* NULL: none */
  const struct section *section;  /* whose entries are checked now */
  bool *reported;                 /* parallel to the entries of defaults */
  const char **set;               /* -s arguments that were reported */
  size_t n_sets;
  bool wrong; /* a mistake was reported */
};

void diagnostics_start (struct diagnostics *diagnostics,
                        const struct suite *suite);
void diagnostics_end (struct diagnostics *diagnostics);

/* Returns the entry of that key of the section, else of the defaults. */
const struct entry *suite_entry (const struct diagnostics *diagnostics,
                                 const char *key);

/* True when an entry is one of the defaults. */
bool diagnostics_is_default (const struct diagnostics *diagnostics,
                             const struct entry *entry);

/* Reports an entry of the section, or of the defaults that the section uses. */
void diagnose_entry (struct diagnostics *diagnostics, const struct entry *entry,
                     const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

/* Reports the section itself. */
void diagnose_section (struct diagnostics *diagnostics, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* The longest line that inih reads whole, without its end. */
#define LINE_MAX_BYTES 198
/* The longest section name that inih reads whole. */
#define SECTION_MAX_BYTES 48

enum line_kind {
  LINE_EMPTY,
  LINE_COMMENT, /* nothing but a comment */
  LINE_SECTION,
  LINE_ENTRY,    /* anything else that begins in the first column */
  LINE_INDENTED, /* begins with a blank: more of the value above */
  LINE_LONG
};

struct lines {
  const char *next, *end; /* the text after this line */
  const char *text;       /* this line, without its end; not terminated */
  size_t n;
  int number; /* of this line, from 1 */
};

void lines_start (struct lines *lines, const char *text, size_t n);
/* Goes to the next line (the first at first); false at the end. */
bool lines_next (struct lines *lines);

enum line_kind lines_kind (const struct lines *lines);

/* Returns the name of a LINE_SECTION: *n bytes from the result, which is NULL
 * when the line is not "[name]" with nothing but a comment after it. */
const char *lines_section (const struct lines *lines, size_t *n);

/* Returns the text of a LINE_INDENTED without blanks and comment: *n bytes from
 * the result. */
const char *lines_continuation (const struct lines *lines, size_t *n);

/* Returns the line of the first byte that is not text (a control character, a
 * NUL, not UTF-8); 0 when all is text. */
int lines_not_text (const char *text, size_t n);

#endif
