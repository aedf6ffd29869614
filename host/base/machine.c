/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/absent.h"
#include "base/machine.h"
#include "base/text.h"
#include "base/xalloc.h"

char *
machine_name (void)
{
  struct utsname u;

  uname (&u);
  return utf8_text (u.nodename);
}

double
machine_load (void)
{
  double load;

  return getloadavg (&load, 1) == 1 ? load : NAN;
}

/* The rest of the first line that begins with a word; to be freed, NULL: there
 * is none. */
static char *
line_of (const char *path, const char *begin)
{
  FILE *file = fopen (path, "re");
  char *line = NULL, *rest = NULL;
  size_t room = 0, n = strlen (begin);

  while (file != NULL && rest == NULL && getline (&line, &room, file) > 0)
    if (strncmp (line, begin, n) == 0)
      rest = xstrndup (line + n, strcspn (line + n, "\n"));
  free (line);
  if (file != NULL)
    fclose (file);
  return rest;
}

int64_t
machine_switches (void)
{
  char *text = line_of ("/proc/stat", "ctxt ");
  int64_t n = INTEGER_ABSENT;

  if (text != NULL)
    sscanf (text, "%" SCNd64, &n);
  free (text);
  return n;
}

char *
machine_governor (void)
{
  return line_of ("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "");
}

char *
machine_huge_pages (void)
{
  /* "always [madvise] never" */
  char *all = line_of ("/sys/kernel/mm/transparent_hugepage/enabled", "");
  const char *chosen = all != NULL ? strchr (all, '[') : NULL;
  char *text = chosen != NULL ? xstrndup (chosen + 1, strcspn (chosen + 1, "]"))
                              : NULL;

  free (all);
  return text;
}
