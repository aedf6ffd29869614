/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/xalloc.h"

/* Not a message of message.h, which builds texts that need memory. */
void
exit_out_of_memory (void)
{
  fputs ("gkhost: out of memory\n", stderr);
  exit (EXIT_HOST);
}

static void *
require_memory (void *memory)
{
  if (memory == NULL)
    exit_out_of_memory ();
  return memory;
}

void *
xmalloc (size_t bytes)
{
  return require_memory (malloc (bytes > 0 ? bytes : 1));
}

void *
xcalloc (size_t n, size_t bytes)
{
  return require_memory (calloc (n > 0 ? n : 1, bytes > 0 ? bytes : 1));
}

void *
xrealloc (void *memory, size_t bytes)
{
  return require_memory (realloc (memory, bytes));
}

void *
xgrow (void *array, size_t n, size_t element)
{
  /* Doubles at each power of two, so that callers need not store a capacity. */
  if (n > 0 && (n & (n - 1)) != 0)
    return array;
  return xrealloc (array, (n > 0 ? 2 * n : 1) * element);
}

char *
xstrdup (const char *text)
{
  return require_memory (strdup (text));
}

char *
xstrndup (const char *text, size_t n)
{
  return require_memory (strndup (text, n));
}

char *
xasprintf (const char *format, ...)
{
  va_list args;
  char *text;

  va_start (args, format);
  text = xvasprintf (format, args);
  va_end (args);
  return text;
}

char *
xvasprintf (const char *format, va_list args)
{
  char *text;

  if (vasprintf (&text, format, args) < 0)
    text = NULL;
  return require_memory (text);
}
