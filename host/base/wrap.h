/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Wraps paragraphs for a terminal.
 */
#ifndef WRAP_H
#define WRAP_H

#include <stddef.h>
#include <stdio.h>

#define WRAP_COLUMNS 80

/* Prints text in lines of at most WRAP_COLUMNS, broken at blanks only: a longer
 * word gets a line of its own.  The first line begins with lead, the others are
 * indented.  Escapes both as base/printable.h does. */
void wrap_print (FILE *out, const char *lead, size_t indent, const char *text);

/* Prints an item of a list: a name in a column of `width`, and text wrapped
 * beside it. */
void wrap_item (FILE *out, size_t margin, size_t width, const char *name,
                const char *text);

#endif
