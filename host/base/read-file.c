/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/message.h"
#include "base/read-file.h"
#include "base/xalloc.h"

/* ---- A line of a file ---- */

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

/* ---- Files as a whole ---- */

bool
fd_is_file (int fd)
{
  struct stat about;

  return fstat (fd, &about) == 0 && S_ISREG (about.st_mode);
}

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

char *
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

/* ---- Writing ---- */

/* Waits until a descriptor that does not block takes more.  False, with EINTR,
 * where it takes none and the run was interrupted. */
static bool
wait_until_writable (int fd)
{
  struct pollfd full = { .fd = fd, .events = POLLOUT };

  /* A signal that came just before is noticed at the next pass. */
  while (clock_poll (&full, 1, 1) <= 0)
    if (interrupt_signal () != 0) {
      errno = EINTR;
      return false;
    }
  return true;
}

bool
write_all (int fd, const void *data, size_t n)
{
  const char *p = data;

  while (n > 0) {
    /* A closed peer is an error to report, not a signal that ends the process.
     */
    ssize_t r = send (fd, p, n, MSG_NOSIGNAL);
    if (r < 0 && errno == ENOTSOCK)
      r = write (fd, p, n);
    if (r < 0 && errno == EINTR && interrupt_signal () == 0)
      continue;
    if (r < 0 && errno == EAGAIN && wait_until_writable (fd))
      continue;
    if (r <= 0)
      return false;
    p += r;
    n -= (size_t)r;
  }
  return true;
}

const char *
write_all_remedy (int error)
{
  switch (error) {
  case EPIPE:
    return "read it to its end";
  case EINTR:
    return "it was not read when the run was interrupted";
  default:
    return NULL;
  }
}
