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
