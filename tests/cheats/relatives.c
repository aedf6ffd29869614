/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <dirent.h>
#include <stdbool.h>
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

/* With --in-process it is a shell, whose other children are none of ours. */
static bool
is_host (pid_t process)
{
  char name[64], text[64] = "";
  FILE *f;

  snprintf (name, sizeof name, "/proc/%d/comm", (int)process);
  f = fopen (name, "re");
  if (f == NULL)
    return false;
  if (fgets (text, sizeof text, f) == NULL)
    text[0] = '\0';
  fclose (f);
  return strcmp (text, "gkhost\n") == 0;
}

/* A keeper that is not this process's own, or whom it keeps. */
static bool
is_beside (pid_t process, pid_t keeper, pid_t supervisor)
{
  const pid_t parent = parent_of (process);

  return process != keeper && parent != keeper
         && (parent == supervisor || parent_of (parent) == supervisor);
}

size_t
relatives_find (pid_t found[RELATIVES_MOST])
{
  const pid_t keeper = getppid (), supervisor = parent_of (keeper);
  struct dirent *e;
  size_t n = 0;
  DIR *proc;

  if (!is_host (supervisor))
    return 0;
  found[n++] = supervisor;
  proc = opendir ("/proc");
  while (proc != NULL && n < RELATIVES_MOST && (e = readdir (proc)) != NULL) {
    const pid_t process = (pid_t)atoi (e->d_name);

    if (process > 0 && is_beside (process, keeper, supervisor))
      found[n++] = process;
  }
  if (proc != NULL)
    closedir (proc);
  return n;
}
