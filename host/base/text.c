/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "complain.h"
#include "text.h"

void
text_add (struct text *text, const char *format, ...)
{
  va_list args;
  int n;
  char *grown;

  va_start (args, format);
  n = vsnprintf (NULL, 0, format, args);
  va_end (args);
  grown = n < 0 ? NULL : realloc (text->data, text->n + (size_t)n + 1);
  if (grown == NULL) {
    complain ("out of memory");
    exit (EXIT_HOST);
  }
  text->data = grown;
  va_start (args, format);
  vsnprintf (text->data + text->n, (size_t)n + 1, format, args);
  va_end (args);
  text->n += (size_t)n;
}
