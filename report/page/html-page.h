/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The frame of a page (head, style, script) and the legend of its tables.
 */
#ifndef HTML_PAGE_H
#define HTML_PAGE_H

#include <stdio.h>

#include "report/marks.h"

/* Frees the title; NULL: "gkhost". */
void html_page_begin (FILE *out, char *title);
void html_page_end (FILE *out);

/* Prints the legend: one line for each mark that occurred. */
void html_print_marks (FILE *out, const struct marks *marks);

#endif
