/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/message.h"
#include "base/printable.h"
#include "base/rank.h"

/* All ranks share one stream of standard error. */
static void
print_prefix (void)
{
  char label[RANK_LABEL_MAX];

  rank_label (label);
  fputs ("gkhost: ", stderr);
  print_text (stderr, label, strlen (label));
}

void
message_print (const char *format, ...)
{
  va_list args;

  flockfile (stderr);
  print_prefix ();
  va_start (args, format);
  print_line_va (stderr, format, args);
  va_end (args);
  funlockfile (stderr);
}

void
message_print_at (const char *file, int line, const char *format, ...)
{
  va_list args;

  flockfile (stderr);
  print_prefix ();
  print_text (stderr, file, strlen (file));
  putc (':', stderr);
  if (line > 0)
    fprintf (stderr, "%d:", line);
  putc (' ', stderr);
  va_start (args, format);
  print_line_va (stderr, format, args);
  va_end (args);
  funlockfile (stderr);
}
