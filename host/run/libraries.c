/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The libraries of a case: which files with code its worker has mapped, as the
 * kernel tells its parent.  A library that the plugin closed again is not among
 * them, nor is code that it wrote to memory itself.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "run/lane.h"

/* A process may have mapped any number of files. */
enum { FILES_MOST = 256 };

/* Returns the file of a line of maps, if it has code: "7f00-7f10 r-xp 00000000
 * fe:01 123   /usr/lib/libm.so.6"; NULL: none. */
static char *
file_of (char *line)
{
  char *path = strpbrk (line, "/\n");
  char access[5] = "";

  if (path == NULL || *path != '/' || sscanf (line, "%*s %4s", access) != 1
      || strchr (access, 'x') == NULL)
    return NULL;
  path[strcspn (path, "\n")] = '\0';
  return path;
}

/* Adds the files that a process has mapped, but not those of another list. */
static void
add_files (struct texts *files, struct pool *pool, const char *maps,
           const struct texts *others)
{
  FILE *file = fopen (maps, "re");
  char *line = NULL, *path;
  size_t room = 0;

  while (file != NULL && files->n < FILES_MOST
         && getline (&line, &room, file) > 0)
    if ((path = file_of (line)) != NULL && !texts_contain (others, path))
      texts_add_once (pool, files, utf8_repair (path));
  free (line);
  if (file != NULL)
    fclose (file);
}

struct texts
libraries_of (pid_t worker, struct pool *pool)
{
  struct texts own = { 0 }, files = { 0 };
  char *maps = xasprintf ("/proc/%ld/maps", (long)worker);
  struct pool scratch = { 0 };

  add_files (&own, &scratch, "/proc/self/maps", &own);
  add_files (&files, pool, maps, &own);
  pool_free (&scratch);
  free (maps);
  return files;
}
