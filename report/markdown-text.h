/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Text on a page of Markdown.
 */
#ifndef MARKDOWN_TEXT_H
#define MARKDOWN_TEXT_H

#include <stdio.h>

/* What Markdown would take for its own signs is escaped; line ends would end a
 * table. */
void markdown_print (FILE *out, const char *text);
/* A line of its own with such text, which begins no list, rule or block of code
 * whatever it begins with. */
void markdown_print_paragraph (FILE *out, const char *text);

#endif
