/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file-line.h"
#include "base/xalloc.h"

char *
file_line (const char *path, const char *begin)
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
