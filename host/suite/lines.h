/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Splits a suite's text into lines with exact numbers, and classifies each
 * before inih reads it.  inih cuts long lines and parses the rest as lines of
 * their own, and does not report an empty section.  Whether it joins indented
 * lines to the value above depends on its build, so it gets none.
 */
#ifndef SUITE_LINES_H
#define SUITE_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "suite/suite.h"

/* Messages about mistakes in a suite, each with file and line, or the -s
 * argument. A mistake in a default or a -s is reported once, not for every job.
 */

struct diagnostics {
  const struct suite *suite;
  const struct section *defaults; /* NULL: none */
  bool *reported;                 /* parallel to the entries of defaults */
  const char **set;               /* -s arguments that were reported */
  size_t n_sets;
  bool wrong; /* a mistake was reported */
};

void diagnostics_start (struct diagnostics *diagnostics,
                        const struct suite *suite);
void diagnostics_end (struct diagnostics *diagnostics);

/* True when an entry is one of the defaults, with its index in them. */
bool diagnostics_is_default (const struct diagnostics *diagnostics,
                             const struct entry *entry, size_t *index);

/* Reports an entry of the section, or of the defaults that the section uses. */
void diagnose_entry (struct diagnostics *diagnostics,
                     const struct section *section, const struct entry *entry,
                     const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

void diagnose_section (struct diagnostics *diagnostics,
                       const struct section *section, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

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
