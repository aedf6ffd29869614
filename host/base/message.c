/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/message.h"
#include "base/printable.h"
#include "base/rank.h"
#include "base/xalloc.h"

/* ---- Messages ---- */

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

/* ---- Progress ---- */

/* Bytes of a column of the terminal, and seconds between two lines where there
 * is none. */
enum { BYTES_MAX = 4, LINE_SECONDS = 60 };

void
progress_start (struct progress *progress, size_t total)
{
  const double now = clock_now ();

  *progress = (struct progress){ .draws = print_obeys_escapes (stderr),
                                 .total = total,
                                 .start = now,
                                 .line = now };
}

/* Leaves the last column free: after it some terminals wrap. */
static size_t
line_columns (void)
{
  const size_t columns = terminal_columns (STDERR_FILENO);

  return columns > 0 ? columns - 1 : 79;
}

/* ", 0:42 left", or nothing while no case is done. */
static void
print_left (const struct progress *progress, char *text, size_t room)
{
  double elapsed = clock_now () - progress->start, left;
  unsigned long seconds;

  text[0] = '\0';
  if (progress->done == 0 || progress->done >= progress->total)
    return;
  left = elapsed / (double)progress->done
         * (double)(progress->total - progress->done);
  if (left > 1e7)
    return;
  seconds = (unsigned long)(left + 0.5);
  if (seconds >= 3600)
    snprintf (text, room, ", %lu:%02lu:%02lu left", seconds / 3600,
              seconds / 60 % 60, seconds % 60);
  else
    snprintf (text, room, ", %lu:%02lu left", seconds / 60, seconds % 60);
}

/* Overwrites the line that is shown; n bytes that fit, then blanks. */
static void
draw_line (struct progress *progress, const char *line)
{
  size_t n = strlen (line), room = line_columns (), width, blanks;

  if (n > BYTES_MAX * room)
    n = BYTES_MAX * room;
  while ((width = printable_columns (line, n)) > room)
    n--;
  blanks = progress->width > width ? progress->width - width : 0;
  putc ('\r', stderr);
  print_text (stderr, line, n);
  fprintf (stderr, "%*s", (int)blanks, "");
  if (n == 0)
    putc ('\r', stderr);
  fflush (stderr);
  progress->width = width;
}

void
progress_wait (struct progress *progress)
{
  char left[48];

  if (progress->total == 0 || progress->draws
      || clock_now () - progress->line < LINE_SECONDS)
    return;
  progress->line = clock_now ();
  print_left (progress, left, sizeof left);
  message_print ("%zu of %zu cases%s", progress->done, progress->total, left);
}

void
progress_show (struct progress *progress, const char *what)
{
  size_t number = progress->done + 1;
  char total[24], left[48];
  char *line;

  progress_wait (progress);
  if (progress->total == 0 || !progress->draws)
    return;
  if (number > progress->total)
    number = progress->total;
  snprintf (total, sizeof total, "%zu", progress->total);
  print_left (progress, left, sizeof left);
  line = xasprintf ("[%*zu/%s] %s%s", (int)strlen (total), number, total, what,
                    left);
  draw_line (progress, line);
  free (line);
}

void
progress_step (struct progress *progress)
{
  progress->done++;
}

void
progress_clear (struct progress *progress)
{
  if (progress->width > 0)
    draw_line (progress, "");
}
