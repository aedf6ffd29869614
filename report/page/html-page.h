/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The frame of a page (head, style, script) and the legend of its tables.
 */
#ifndef HTML_PAGE_H
#define HTML_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "record/run-record.h"
#include "report/grid.h"

/* Frees the title; NULL: "gkhost". */
void html_page_begin (FILE *out, char *title);
void html_page_end (FILE *out);

/* The most bytes of a page's body: with the frame (style and script) it has
 * less than 5 MB, which a browser can show. */
enum { HTML_BODY_MOST = 4900000 };

/* Begins a section whose heading, which is freed, is a link to itself. */
void html_section_begin (FILE *out, const char *anchor, char *heading);
void html_section_end (FILE *out);
/* A figure; anchor: NULL: none. */
void html_figure_begin (FILE *out, const char *anchor);
void html_figure_end (FILE *out);

/* A list that is opened by its first item, and has an end. */

enum { HTML_ITEMS_MOST = 500 }; /* of a list, and of a table of devices */

struct html_list {
  FILE *out;
  size_t n;
};

/* Begins an item; false where the list is full. */
bool html_list_begin_item (struct html_list *list);
void html_list_end (const struct html_list *list);

/* Prints the legend: one line for each mark that occurred. */
void html_print_marks (FILE *out, const struct marks *marks);

/* Prints untrusted text in HTML and SVG, as contents or in a quoted attribute.
 * Markup is escaped, and control characters (such as those that reverse or hide
 * neighbouring text) are made visible (base/printable.h).  All text of records
 * goes through these functions. */

void html_print (FILE *out, const char *text);
/* Prints at most that many characters, the last an ellipsis when it is cut. */
void html_print_clipped (FILE *out, const char *text, size_t columns);
/* Prints before, the text and after, and frees the text; NULL: nothing. */
void html_print_and_free (FILE *out, const char *before, char *text,
                          const char *after);
/* Makes a slug for an anchor: lower-case letters, digits and hyphens; "x" when
 * nothing remains.  The caller frees it. */
char *html_slug (const char *text);

/* Prints a grid as an HTML table, in a box that scrolls on a narrow page. */

/* The class of a cell of text: "w" if it may be broken, else "l". */
const char *html_text_class (const char *text);
/* heading: the anchor of its heading, which labels it. */
void html_print_grid (FILE *out, const struct grid *grid, const char *heading);
/* Prints the table without a box. */
void html_print_table (FILE *out, const struct grid *grid);

/* The command line that reproduces the data of a block or of a run. */

/* Quoted for a shell, with another file for the records; job NULL: the whole
 * run.  The caller frees it; NULL when the run has no command line. */
char *rerun_command_of_job (const struct run_record *run, const char *job);
/* The command that compares two files; the caller frees it. */
char *rerun_command_of_compare (const char *old, const char *new);

/* The style sheet of pictures and pages, with a light and a dark scheme, and
 * the script of pages.  Neither loads anything.
 *
 * Colours can be told apart with any kind of colour blindness, and dashes,
 * outlines and shapes carry the same information. */

void style_print_picture (FILE *out);
/* Includes the style of pictures. */
void style_print_page (FILE *out);
/* The script sorts tables, and shows the title of a mark under the pointer
 * without delay; the page is complete without it. */
void style_print_script (FILE *out);

#endif
