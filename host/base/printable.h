/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Text of anyone's making, a plugin's, a suite's or a record's, as a terminal
 * may have it.  What would order the terminal about, move its cursor, or hide
 * or reorder what stands beside it is shown as JSON escapes it: \u001b, \u202e;
 * line ends too, since a text is a part of a line.  A byte that is not part of
 * a character is shown as \x9b.  So shown, a text stays as it is when it is
 * shown again.
 *
 * All that goes to a terminal and was not written down in the host goes through
 * here.
 */
#ifndef PRINTABLE_H
#define PRINTABLE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* The text as it is shown; to be freed. */
char *printable_copy (const char *text);
/* How many columns n bytes of text take, one for each character. */
size_t printable_columns (const char *text, size_t n);

/* Prints n bytes of text as they are shown. */
void print_text (FILE *out, const char *text, size_t n);
/* Likewise all of it, to the right of so many columns, or where width is
 * negative to the left of them, as with printf. */
void print_padded (FILE *out, int width, const char *text);
/* Prints a line, and its end: format has none. */
void print_line (FILE *out, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
void print_line_va (FILE *out, const char *format, va_list args)
    __attribute__ ((format (printf, 2, 0)));

#endif
