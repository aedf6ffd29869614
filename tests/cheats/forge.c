/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "forge.h"

enum { HEAD = 4, MOST = 2048, DESCRIPTORS = 1024 };

static int
is_channel (int fd)
{
  struct stat s;

  return fstat (fd, &s) == 0 && (S_ISSOCK (s.st_mode) || S_ISFIFO (s.st_mode));
}

void
forge_answer (const char *fields, const char *request)
{
  char frame[HEAD + MOST];
  int n = snprintf (frame + HEAD, MOST, "{%s%s\"request\":%s}", fields,
                    *fields != '\0' ? "," : "", request);

  for (int i = 0; i < HEAD; i++)
    frame[i] = (char)((unsigned)n >> (8 * i));
  for (int fd = 3; fd < DESCRIPTORS; fd++)
    if (is_channel (fd)) {
      fcntl (fd, F_SETFL, fcntl (fd, F_GETFL) | O_NONBLOCK);
      if (write (fd, frame, (size_t)(HEAD + n)) < 0)
        continue;
    }
}
