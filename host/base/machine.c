/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/optional.h"
#include "base/file-line.h"
#include "base/machine.h"
#include "base/text.h"
#include "base/xalloc.h"

char *
machine_name (void)
{
  struct utsname u;

  uname (&u);
  return utf8_repair (u.nodename);
}

double
machine_load (void)
{
  double load;

  return getloadavg (&load, 1) == 1 ? load : NAN;
}

int64_t
machine_switches (void)
{
  char *text = file_line ("/proc/stat", "ctxt ");
  int64_t n = INTEGER_ABSENT;

  if (text != NULL)
    sscanf (text, "%" SCNd64, &n);
  free (text);
  return n;
}

char *
machine_governor (void)
{
  return file_line ("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
                    "");
}

char *
machine_huge_pages (void)
{
  /* "always [madvise] never" */
  char *all = file_line ("/sys/kernel/mm/transparent_hugepage/enabled", "");
  const char *chosen = all != NULL ? strchr (all, '[') : NULL;
  char *text = chosen != NULL ? xstrndup (chosen + 1, strcspn (chosen + 1, "]"))
                              : NULL;

  free (all);
  return text;
}
