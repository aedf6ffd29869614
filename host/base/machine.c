/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/read-file.h"
#include "base/machine.h"
#include "base/optional.h"
#include "base/text.h"
#include "base/xalloc.h"

/* ---- The machine ---- */

char *
machine_name (void)
{
  struct utsname u;

  uname (&u);
  return utf8_repair (u.nodename);
}

char *
machine_kernel (void)
{
  struct utsname u;

  uname (&u);
  return utf8_repair (u.release);
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

/* ---- Cores ---- */

int
cores_of_process (const char *root, pid_t pid)
{
  /* The core is field 37 after the name.  The name may contain anything, but
   * the last parenthesis of the line ends it. */
  enum { BEHIND = 37 };
  char text[1024], *path, *field, *rest;
  FILE *file;
  size_t n;

  path = pid > 0 ? xasprintf ("%s/proc/%ld/stat", root, (long)pid)
                 : xasprintf ("%s/proc/self/stat", root);
  file = fopen (path, "re");
  free (path);
  if (file == NULL)
    return -1;
  n = fread (text, 1, sizeof text - 1, file);
  fclose (file);
  text[n] = '\0';
  field = strrchr (text, ')');
  if (field == NULL)
    return -1;
  field = strtok_r (field + 1, " \n", &rest);
  for (int i = 1; field != NULL && i < BEHIND; i++)
    field = strtok_r (NULL, " \n", &rest);
  return field != NULL ? (int)strtol (field, NULL, 10) : -1;
}

/* Returns the number in a file of a core's folder, or -1. */
static int64_t
read_core_number (const char *root, int core, const char *name)
{
  char *path
      = xasprintf ("%s/sys/devices/system/cpu/cpu%d/%s", root, core, name);
  char *line = file_line (path, ""), *end = line;
  int64_t number = line != NULL ? strtoll (line, &end, 10) : -1;

  if (end == line)
    number = -1;
  free (line);
  free (path);
  return number;
}

double
cores_clock (const char *root, int core)
{
  int64_t khz = core >= 0
                    ? read_core_number (root, core, "cpufreq/scaling_cur_freq")
                    : -1;

  return khz > 0 ? 1e3 * (double)khz : (double)NAN;
}

int64_t
cores_throttled (const char *root, const cpu_set_t *set)
{
  static const char *const names[]
      = { "thermal_throttle/core_throttle_count",
          "thermal_throttle/package_throttle_count" };
  int64_t sum = INTEGER_ABSENT;

  for (int core = 0; core < CPU_SETSIZE; core++) {
    if (!CPU_ISSET ((size_t)core, set))
      continue;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
      int64_t n = read_core_number (root, core, names[i]);

      /* Counters are there for all cores or for none. */
      if (n < 0 && sum == INTEGER_ABSENT)
        return INTEGER_ABSENT;
      if (n >= 0)
        sum = (sum == INTEGER_ABSENT ? 0 : sum) + n;
    }
  }
  return sum;
}
