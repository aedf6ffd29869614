/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory-map.h"

enum { MOST = 4096 };

struct line {
  struct memory_map_range range;
  char path[200];
};

static bool
read_line (const char *text, struct line *line)
{
  struct memory_map_range *r = &line->range;
  unsigned long begin, end, offset;
  char rights[8];

  line->path[0] = '\0';
  if (sscanf (text, "%lx-%lx %7s %lx %*s %*s %199s", &begin, &end, rights,
              &offset, line->path)
      < 4)
    return false;
  *r = (struct memory_map_range){
    .begin = begin,
    .end = end,
    .readable = rights[0] == 'r',
    .writable = rights[1] == 'w',
    .shared = rights[3] == 's',
    .heap = strcmp (line->path, "[heap]") == 0,
    .stack = strcmp (line->path, "[stack]") == 0,
    .offset = offset,
    .path = line->path,
  };
  return true;
}

void
memory_map_each (pid_t process,
                 bool (*call) (const struct memory_map_range *, void *),
                 void *closure)
{
  struct line *lines = calloc (MOST, sizeof *lines);
  char name[64], text[1024];
  size_t n = 0;
  FILE *f;

  snprintf (name, sizeof name, "/proc/%d/maps", (int)process);
  f = fopen (process == 0 ? "/proc/self/maps" : name, "re");
  while (lines != NULL && f != NULL && n < MOST
         && fgets (text, sizeof text, f) != NULL)
    n += read_line (text, &lines[n]);
  if (f != NULL)
    fclose (f);
  for (size_t i = 0; i < n; i++)
    if (!call (&lines[i].range, closure))
      break;
  free (lines);
}
