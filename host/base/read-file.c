/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message.h"
#include "base/read-file.h"
#include "base/xalloc.h"

/* A power of two, as xgrow requires. */
enum { ROOM = 1 << 16 };

/* Reads to the end of the file, or until there are more than limit bytes;
 * leaves room for a NUL.  -1 on failure. */
static ssize_t
read_all (int fd, char **data, size_t limit)
{
  size_t n = 0, room = ROOM;
  ssize_t got;

  *data = xmalloc (room);
  while (n <= limit) {
    if (n == room) {
      *data = xgrow (*data, room, 1);
      room *= 2;
    }
    got = read (fd, *data + n, room - n);
    if (got == 0)
      break;
    if (got > 0)
      n += (size_t)got;
    else if (errno != EINTR)
      return -1;
  }
  return (ssize_t)n;
}

static char *
read_fd_text (int fd, const char *path, size_t limit, size_t *bytes)
{
  struct stat about;
  char *data;
  ssize_t n;

  if (fstat (fd, &about) == 0 && S_ISDIR (about.st_mode)) {
    message_print_at (path, 0, "is a directory: name a file");
    return NULL;
  }
  n = read_all (fd, &data, limit);
  if (n < 0) {
    message_print_at (path, 0, "can't be read: %s", strerror (errno));
  } else if ((size_t)n > limit) {
    message_print_at (path, 0, "is too large: at most %zu MiB are read",
                      limit >> 20);
  } else {
    data[n] = '\0';
    *bytes = (size_t)n;
    return data;
  }
  free (data);
  return NULL;
}

char *
read_file_text (const char *path, size_t limit, size_t *bytes)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  char *data;

  if (fd < 0) {
    message_print_at (path, 0, "can't be opened: %s", strerror (errno));
    return NULL;
  }
  data = read_fd_text (fd, path, limit, bytes);
  close (fd);
  return data;
}
