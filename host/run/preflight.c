/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/message.h"
#include "run/preflight.h"

/* Eight workers that describe plugins take three of the supervisor's
 * descriptors each, and a plugin's libraries open files. */
enum { DESCRIPTORS = 64 };

static bool
can_open (const char *path, int flags, const char *remedy)
{
  int fd = open (path, flags | O_CLOEXEC);

  if (fd < 0) {
    message_print ("%s can't be opened: %s: %s", path, strerror (errno),
                   remedy);
    return false;
  }
  close (fd);
  return true;
}

static bool
can_open_many (void)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= DESCRIPTORS)
    return true;
  message_print (
      "only %lu files may be open at once, and %d are needed: raise it, "
      "by ulimit -n %d",
      (unsigned long)limit.rlim_cur, DESCRIPTORS, DESCRIPTORS);
  return false;
}

bool
preflight_check (void)
{
  /* All are checked, so that one run reports all that is missing. */
  bool met = can_open_many ();

  met &= can_open ("/proc/self/exe", O_RDONLY, "mount /proc");
  met &= can_open ("/dev/null", O_RDWR, "it belongs to /dev");
  return met;
}
