/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Prints untrusted text in HTML and SVG, as contents or in a quoted attribute.
 * Markup is escaped, and control characters (such as those that reverse or hide
 * neighbouring text) are made visible (base/printable.h).  All text of records
 * goes through these functions.
 */
#ifndef HTML_TEXT_H
#define HTML_TEXT_H

#include <stdio.h>

void html_print (FILE *out, const char *text);
/* Prints at most that many characters, the last an ellipsis when it is cut. */
void html_print_clipped (FILE *out, const char *text, size_t columns);
/* Prints before, the text and after, and frees the text; NULL: nothing. */
void html_print_and_free (FILE *out, const char *before, char *text,
                          const char *after);
/* Makes a slug for an anchor: lower-case letters, digits and hyphens; "x" when
 * nothing remains.  The caller frees it. */
char *html_slug (const char *text);

#endif
