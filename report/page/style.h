/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The style sheet of pictures and pages, in a light and a dark scheme, and the
 * script of pages.  Neither has anything from outside.
 *
 * Colours are of those that people with any kind of colour blindness tell
 * apart; what they tell is told by dashes, outlines and shapes as well.
 */
#ifndef STYLE_H
#define STYLE_H

#include <stdio.h>

void style_print_picture (FILE *out);
/* Of a page: that of its pictures, too. */
void style_print_page (FILE *out);
/* All is there without it: it sorts tables, and shows at once what a mark under
 * the pointer is. */
void style_print_script (FILE *out);

#endif
