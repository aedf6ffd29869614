/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants of copy for the tests, which log the process that they run in; one
 * that logs how many processes beside it are stopped; and one that takes no
 * problem of the usual type.
 */
#include <config.h>

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#include "right-copy.h"

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  (void)device, (void)problem, (void)values, (void)state;
  host->log (host, "process %ld", (long)getpid ());
  return GK_OK;
}

/* Whether the process of this number is stopped, and a child of our parent. */
static int
is_stopped_beside (const char *number)
{
  char path[300], state = 0;
  long parent = 0;
  FILE *file;

  snprintf (path, sizeof path, "/proc/%s/stat", number);
  file = fopen (path, "re");
  if (file == NULL)
    return 0;
  if (fscanf (file, "%*d (%*[^)]) %c %ld", &state, &parent) != 2)
    state = 0;
  fclose (file);
  return state == 'T' && parent == (long)getppid ();
}

static int
count_stopped (void)
{
  DIR *folder = opendir ("/proc");
  int n = 0;

  for (struct dirent *e; folder != NULL && (e = readdir (folder)) != NULL;)
    if (e->d_name[0] >= '1' && e->d_name[0] <= '9')
      n += is_stopped_beside (e->d_name);
  if (folder != NULL)
    closedir (folder);
  return n;
}

/* On a busy machine a signal to stop takes effect later: half a minute. */
static int
look_beside (const gk_host *host, const gk_device *device, const void *problem,
             const gk_value *values, void **state)
{
  int n = 0;

  (void)device, (void)problem, (void)values, (void)state;
  for (int i = 0; n == 0 && i < 3000; i++) {
    n = count_stopped ();
    if (n == 0)
      usleep (10000);
  }
  host->log (host, "beside it %d stopped", n);
  return GK_OK;
}

#define VARIANT(n, p)                                                          \
  .family = "copy", .name = n, .summary = "says where it runs",                \
  .device = GK_CPU, .launch = right, .prepare = p

static const gk_variant variants[] = {
  { VARIANT ("pid-a", prepare) },
  { VARIANT ("pid-b", prepare) },
  { VARIANT ("pid-c", prepare) },
  { VARIANT ("pid-d", prepare) },
  { VARIANT ("pid-e", prepare) },
  { VARIANT ("looks-beside", look_beside) },
  { VARIANT ("narrow", prepare), .dtypes = GK_BIT (GK_I8) },
};

GK_PLUGIN ("pids", PACKAGE_VERSION, "copies that say where they run", NULL,
           variants)
