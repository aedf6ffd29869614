/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The style sheet of pictures and pages, with a light and a dark scheme, and
 * the script of pages.  Neither loads anything.
 *
 * Colours can be told apart with any kind of colour blindness, and dashes,
 * outlines and shapes carry the same information.
 */
#ifndef STYLE_H
#define STYLE_H

#include <stdio.h>

void style_print_picture (FILE *out);
/* Includes the style of pictures. */
void style_print_page (FILE *out);
/* The script sorts tables, and shows the title of a mark under the pointer
 * without delay; the page is complete without it. */
void style_print_script (FILE *out);

#endif
