/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>

#include "base/complain.h"

void
complain (const char *format, ...)
{
  va_list args;

  flockfile (stderr);
  fputs ("gkhost: ", stderr);
  va_start (args, format);
  vfprintf (stderr, format, args);
  va_end (args);
  putc ('\n', stderr);
  funlockfile (stderr);
}

void
complain_at (const char *file, int line, const char *format, ...)
{
  va_list args;

  flockfile (stderr);
  fprintf (stderr, "gkhost: %s:", file);
  if (line > 0)
    fprintf (stderr, "%d:", line);
  putc (' ', stderr);
  va_start (args, format);
  vfprintf (stderr, format, args);
  va_end (args);
  putc ('\n', stderr);
  funlockfile (stderr);
}
