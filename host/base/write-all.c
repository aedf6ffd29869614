/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/write-all.h"

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
