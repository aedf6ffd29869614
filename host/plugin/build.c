/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/map.h"
#include "plugin/build.h"

bool
plugin_build (const char *path, uint64_t *hash)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  char piece[1 << 14];
  ssize_t n;

  if (fd < 0)
    return false;
  *hash = FNV1A_OF_NOTHING;
  do {
    n = read (fd, piece, sizeof piece);
    if (n > 0)
      *hash = fnv1a_more (*hash, piece, (size_t)n);
  } while (n > 0 || (n < 0 && errno == EINTR));
  close (fd);
  return n == 0;
}
