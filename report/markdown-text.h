/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Prints text of any origin as Markdown.
 */
#ifndef MARKDOWN_TEXT_H
#define MARKDOWN_TEXT_H

#include <stdio.h>

/* Escapes Markdown's signs, and replaces line ends, which would end a table. */
void markdown_print (FILE *out, const char *text);
/* Prints a paragraph, whose first characters begin no list, rule or block of
 * code. */
void markdown_print_paragraph (FILE *out, const char *text);

#endif
