/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What stands around the contents of a page, and what its tables' marks mean.
 */
#ifndef HTML_PAGE_H
#define HTML_PAGE_H

#include <stdio.h>

#include "report/marks.h"

/* The title is freed; NULL: there is nothing to be said. */
void html_page_begin (FILE *out, char *title);
void html_page_end (FILE *out);

/* A line of each mark that occurred. */
void html_print_marks (FILE *out, const struct marks *marks);

#endif
