/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/list.h"
#include "base/processors.h"
#include "base/text.h"
#include "base/xalloc.h"

/* Parses a number at *text and advances *text; -1: no number, or too large for
 * a set. */
static int
parse_number (const char **text)
{
  char *end;
  long number;

  if (**text < '0' || **text > '9')
    return -1;
  number = strtol (*text, &end, 10);
  *text = end;
  return number < CPU_SETSIZE ? (int)number : -1;
}

/* "3" or "0-7" */
static bool
add_range (cpu_set_t *set, const char *text)
{
  int from = parse_number (&text), to = from;

  if (*text == '-') {
    text++;
    to = parse_number (&text);
  }
  if (from < 0 || to < from || *text != '\0')
    return false;
  for (int i = from; i <= to; i++)
    CPU_SET ((size_t)i, set);
  return true;
}

char *
processors_parse (cpu_set_t *set, const char *text)
{
  struct list list;
  char *why = NULL;

  CPU_ZERO (set);
  if (!list_split (&list, text))
    return xstrdup (LIST_EMPTY_HINT);
  for (size_t i = 0; i < list.n && why == NULL; i++)
    if (!add_range (set, list.item[i]))
      why = xasprintf ("'%s' is no processor's number from 0 to %d, nor a "
                       "range of them, as in 0-7, 16",
                       list.item[i], CPU_SETSIZE - 1);
  list_free (&list);
  return why;
}

char *
processors_format (const cpu_set_t *set)
{
  struct text text = { 0 };

  text_add (&text, "%s", "");
  for (size_t i = 0, end; i < CPU_SETSIZE; i = end) {
    for (end = i; end < CPU_SETSIZE && CPU_ISSET (end, set);)
      end++;
    if (end > i)
      text_add (&text, "%s%zu", text.n > 0 ? "," : "", i);
    if (end > i + 1)
      text_add (&text, "-%zu", end - 1);
    end += end == i;
  }
  return text.data;
}

void
processors_get_usable (cpu_set_t *set)
{
  long n;

  CPU_ZERO (set);
  if (sched_getaffinity (0, sizeof *set, set) == 0)
    return;
  n = sysconf (_SC_NPROCESSORS_ONLN);
  for (long i = 0; i < n || i == 0; i++)
    CPU_SET ((size_t)i, set);
}

bool
processors_set_affinity (const cpu_set_t *set)
{
  return sched_setaffinity (0, sizeof *set, set) == 0;
}
