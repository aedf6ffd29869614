/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Paragraphs for a terminal.
 */
#ifndef WRAP_H
#define WRAP_H

#include <stddef.h>
#include <stdio.h>

#define WRAP_COLUMNS 80

/* Prints text in lines of WRAP_COLUMNS at most, broken at blanks only: a longer
 * word gets a line of its own.  The first line begins with lead, the others are
 * indented.  Both are shown as base/printable.h has it. */
void wrap_print (FILE *out, const char *lead, size_t indent, const char *text);

/* Prints an item of a list: a name, and beside it text as wrap_print does, in
 * columns that are so wide. */
void wrap_item (FILE *out, size_t margin, size_t width, const char *name,
                const char *text);

#endif
