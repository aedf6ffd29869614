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

/* Adds the other children of a process. */
static size_t
add_children (pid_t found[RELATIVES_MOST], size_t n, pid_t parent)
{
  struct dirent *e;
  DIR *proc = opendir ("/proc");

  while (proc != NULL && n < RELATIVES_MOST && (e = readdir (proc)) != NULL) {
    const pid_t process = (pid_t)atoi (e->d_name);

    if (process > 0 && process != getpid () && parent_of (process) == parent)
      found[n++] = process;
  }
  if (proc != NULL)
    closedir (proc);
  return n;
}

size_t
relatives_find (pid_t found[RELATIVES_MOST])
{
  const pid_t runner = getppid (), supervisor = parent_of (runner);

  if (!is_host (supervisor))
    return 0;
  found[0] = supervisor;
  found[1] = runner;
  return add_children (found, 2, runner);
}
