/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "relatives.h"

/* The parent of a process; 0 where that can't be known. */
static pid_t
parent_of (pid_t process)
{
  char name[64], text[512];
  int parent = 0;
  char *end = NULL;
  FILE *f;

  snprintf (name, sizeof name, "/proc/%d/stat", (int)process);
  f = fopen (name, "re");
  if (f == NULL)
    return 0;
  if (fgets (text, sizeof text, f) != NULL)
    end = strrchr (text, ')');
  if (end != NULL)
    sscanf (end + 1, " %*c %d", &parent);
  fclose (f);
  return parent;
}

size_t
relatives_find (pid_t found[RELATIVES_MOST])
{
  const pid_t parent = getppid ();
  DIR *proc = opendir ("/proc");
  struct dirent *e;
  size_t n = 0;

  found[n++] = parent;
  while (proc != NULL && n < RELATIVES_MOST && (e = readdir (proc)) != NULL) {
    const pid_t process = (pid_t)atoi (e->d_name);

    if (process > 0 && process != getpid () && parent_of (process) == parent)
      found[n++] = process;
  }
  if (proc != NULL)
    closedir (proc);
  return n;
}
