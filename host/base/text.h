/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A text that is put together piece by piece.
 */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>

/* Zeroed: empty.  The owner frees data, which is NULL while nothing was added.
 */
struct text {
  char *data;
  size_t n;
};

void text_add (struct text *text, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

#endif
