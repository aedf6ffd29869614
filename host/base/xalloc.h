/* SPDX-License-Identifier: BSD-3-Clause
 *
 * base/: memory, text, clocks, names and messages; it knows nothing of gkhost.
 * Uses: nothing.
 *
 * Allocation that succeeds or ends the program (exit status 3), since an error
 * path for each small structure would not pay off.  The buffers of a problem
 * never come from here.
 */
#ifndef XALLOC_H
#define XALLOC_H

#include <stdarg.h>
#include <stddef.h>

/* Ends the program as one that has no memory. */
void exit_out_of_memory (void) __attribute__ ((noreturn));

void *xmalloc (size_t bytes);
void *xcalloc (size_t n, size_t bytes);
void *xrealloc (void *memory, size_t bytes);
/* Grows an array so that it holds at least n + 1 elements of the given size. */
void *xgrow (void *array, size_t n, size_t element);
/* The new last element of an array of n, which it counts. */
#define XAPPEND(array, n)                                                      \
  (*((array) = xgrow ((array), (n), sizeof *(array)), &(array)[(n)++]))
char *xstrdup (const char *text);
char *xstrndup (const char *text, size_t n);
char *xasprintf (const char *format, ...)
    __attribute__ ((format (printf, 1, 2)));
char *xvasprintf (const char *format, va_list args)
    __attribute__ ((format (printf, 1, 0)));

#endif
