/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Text of anyone's making where HTML and SVG have text, and within the quotes
 * of their attributes: it is text there, whatever it holds, and characters that
 * would turn or hide what stands beside it are shown (base/printable.h).
 */
#ifndef HTML_TEXT_H
#define HTML_TEXT_H

#include <stdio.h>

void html_print (FILE *out, const char *text);
/* At most so many characters of it, with an ellipsis where it goes on. */
void html_print_clipped (FILE *out, const char *text, size_t columns);
/* Prints before, the text, which is freed, and after; nothing for NULL. */
void html_print_and_free (FILE *out, const char *before, char *text,
                          const char *after);
/* What of a text an anchor may hold, letters in lower case, digits and hyphens;
 * "x" where that is nothing; to be freed. */
char *html_slug (const char *text);

#endif
