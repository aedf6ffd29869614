/* SPDX-License-Identifier: BSD-3-Clause
 *
 * base/: memory, text, clocks, names and messages: what knows nothing of
 * gkhost.
 * Uses: nothing.
 *
 * Memory that is there or ends the program (exit status 3): the host's own
 * small structures are not worth an error path each.  Buffers of a problem
 * never come from here.
 */
#ifndef XALLOC_H
#define XALLOC_H

#include <stdarg.h>
#include <stddef.h>

void *xmalloc (size_t bytes);
void *xcalloc (size_t n, size_t bytes);
void *xrealloc (void *memory, size_t bytes);
/* Grows an array of elements of the given size to hold n + 1 at least. */
void *xgrow (void *array, size_t n, size_t element);
char *xstrdup (const char *text);
char *xstrndup (const char *text, size_t n);
char *xasprintf (const char *format, ...)
    __attribute__ ((format (printf, 1, 2)));
char *xvasprintf (const char *format, va_list args)
    __attribute__ ((format (printf, 1, 0)));

#endif
