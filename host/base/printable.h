/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Text of others on a terminal: made printable, and wrapped.
 */
#ifndef BASE_PRINTABLE_H
#define BASE_PRINTABLE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Prints text that others wrote, such as plugins, suites and records, safely on
 * a terminal.  Control characters, and characters that hide or reorder their
 * neighbours, are printed as JSON escapes: \u001b, \u202e; also line ends,
 * since a text is part of a line.  A byte that is not part of a character is
 * printed as \x9b.  Escaped text is printed unchanged if it is printed again.
 *
 * All output to a terminal that is not a constant of the host goes through
 * here. */

/* Returns the text as it would be printed; to be freed. */
char *printable_copy (const char *text);
/* Returns the columns that n bytes of text take, one for each character. */
size_t printable_columns (const char *text, size_t n);

/* Prints n bytes of text. */
void print_text (FILE *out, const char *text, size_t n);
/* Prints text aligned to the right in `width` columns, or to the left if width
 * is negative, as printf does. */
void print_padded (FILE *out, int width, const char *text);
/* Prints a line and adds the newline, which format lacks. */
void print_line (FILE *out, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
void print_line_va (FILE *out, const char *format, va_list args)
    __attribute__ ((format (printf, 2, 0)));

/* Wraps paragraphs for a terminal. */

/* The width of the terminal that a descriptor is; 0: it is none. */
size_t terminal_columns (int fd);
/* How wide what is printed may be: as COLUMNS says in the environment, else as
 * the terminal is that standard output is, else 80. */
size_t print_columns (void);
/* True for a terminal that can move its cursor. */
bool print_obeys_escapes (FILE *out);
/* True where colours help: a terminal, and NO_COLOR is not set. */
bool print_is_coloured (FILE *out);

/* Prints text in lines of at most print_columns, broken at blanks only: a
 * longer word gets a line of its own.  The first line begins with lead, the
 * others are indented.  Escapes both as base/printable.h does. */
void wrap_print (FILE *out, const char *lead, size_t indent, const char *text);

/* Prints an item of a list: a name in a column of `width`, and text wrapped
 * beside it. */
void wrap_item (FILE *out, size_t margin, size_t width, const char *name,
                const char *text);

#endif
