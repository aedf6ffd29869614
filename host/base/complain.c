/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/complain.h"
#include "base/printable.h"

void
complain (const char *format, ...)
{
  va_list args;

  flockfile (stderr);
  fputs ("gkhost: ", stderr);
  va_start (args, format);
  print_line_of (stderr, format, args);
  va_end (args);
  funlockfile (stderr);
}

void
complain_at (const char *file, int line, const char *format, ...)
{
  va_list args;

  flockfile (stderr);
  fputs ("gkhost: ", stderr);
  print_text (stderr, file, strlen (file));
  putc (':', stderr);
  if (line > 0)
    fprintf (stderr, "%d:", line);
  putc (' ', stderr);
  va_start (args, format);
  print_line_of (stderr, format, args);
  va_end (args);
  funlockfile (stderr);
}
