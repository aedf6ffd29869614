/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/message.h"
#include "base/processors.h"
#include "base/xalloc.h"
#include "device/kinds.h"
#include "run/preflight.h"

/* Eight workers that describe plugins take three of the supervisor's
 * descriptors each, and a plugin's libraries open files. */
enum { DESCRIPTORS = 64 };

/* In KiB.  With less a family's verify crashes, or a thread of a library. */
enum { STACK = 256 };

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

static bool
has_stack (void)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= STACK << 10)
    return true;
  message_print ("the stack may have only %lu KiB, and %d are needed: raise "
                 "it, by ulimit -s %d",
                 (unsigned long)limit.rlim_cur >> 10, STACK, STACK);
  return false;
}

/* Eight workers describe plugins; runner, judge, timing worker and poller run
 * cases, with threads of two of them on each core. */
enum { PROCESSES = 8, PROCESSES_OF_CASES = 4 };
/* Under a higher limit none is tried. */
enum { FEW_PROCESSES = 512 };

/* Starts so many processes, which end when this function does.  Returns how
 * many there were; errno says why not more. */
static int
try_processes (int n)
{
  pid_t *child, pid = 1;
  int line[2], started = 0, error;

  if (pipe2 (line, O_CLOEXEC) != 0)
    return n;
  child = xcalloc ((size_t)n, sizeof *child);
  while (started < n && (pid = fork ()) > 0)
    child[started++] = pid;
  error = errno;
  close (line[1]);
  if (pid == 0) {
    char byte;

    _exit (read (line[0], &byte, 1) == 0 ? EXIT_PASSED : EXIT_HOST);
  }
  close (line[0]);
  for (int i = 0; i < started; i++)
    waitpid (child[i], NULL, 0);
  free (child);
  errno = error;
  return started;
}

/* What the limit leaves is known by trying alone: it counts the threads of all
 * processes that the user has. */
static bool
can_start_processes (void)
{
  struct rlimit limit;
  cpu_set_t usable;
  int needed, started;

  if (getrlimit (RLIMIT_NPROC, &limit) != 0 || limit.rlim_cur > FEW_PROCESSES)
    return true;
  processors_get_usable (&usable);
  needed = PROCESSES_OF_CASES + 2 * CPU_COUNT (&usable);
  needed = needed < PROCESSES ? PROCESSES : needed;
  started = try_processes (needed);
  if (started == needed)
    return true;
  message_print ("no process can be started, beyond %d of the %d that are "
                 "needed: %s: raise the limit, by ulimit -u %d, or end other "
                 "processes",
                 started, needed, strerror (errno),
                 (int)limit.rlim_cur + needed - started);
  return false;
}

bool
preflight_check (void)
{
  /* All are checked, so that one run reports all that is missing. */
  bool met = can_open_many ();

  met &= has_stack () && can_start_processes ();
  met &= can_open ("/proc/self/exe", O_RDONLY, "mount /proc");
  met &= can_open ("/dev/null", O_RDWR, "it belongs to /dev");
  return met;
}

static const struct device_kind *
kind_of (const struct device_record *device)
{
  const int kind = device_kind_of (device->name, NULL);

  return device_kind_at (kind >= 0 ? (gk_device_kind)kind : GK_CPU);
}

/* Parts of one GPU (MIG) have the address of the whole.  The variable that
 * makes one visible distinguishes them. */
static const char *
part_of (const struct device_kind *kind)
{
  const char *visible = kind->visible != NULL ? getenv (kind->visible) : NULL;

  return visible != NULL
                 && strncmp (visible, kind->part, strlen (kind->part)) == 0
             ? visible
             : "";
}

/* An abstract name: it is in no file system, the same for all users, and the
 * kernel releases it with the process. */
static socklen_t
name_socket (struct sockaddr_un *name, const struct device_record *device)
{
  int n;

  *name = (struct sockaddr_un){ .sun_family = AF_UNIX };
  n = snprintf (name->sun_path + 1, sizeof name->sun_path - 1,
                "gkhost/device/%.32s/%.48s", device->address,
                part_of (kind_of (device)));
  return (socklen_t)(offsetof (struct sockaddr_un, sun_path) + 1 + (size_t)n);
}

static void
complain_of (const struct device_record *device)
{
  const char *visible = kind_of (device)->visible;

  message_print (
      "%s (%s) is being measured by another rank of this host: start one "
      "rank a host, or give each rank devices of its own, as srun "
      "--gpus-per-task=1%s%s",
      device->name, device->address, visible != NULL ? " does, and " : " does",
      visible != NULL ? visible : "");
}

static bool
lock_device (struct device_lock *lock, const struct device_record *device)
{
  struct sockaddr_un name;
  const socklen_t n = name_socket (&name, device);
  int fd = socket (AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

  bool used;

  if (fd < 0)
    return true;
  used = bind (fd, (struct sockaddr *)&name, n) < 0 && errno == EADDRINUSE;
  /* A socket without the name is closed with the others. */
  XAPPEND (lock->fd, lock->n) = fd;
  if (used)
    complain_of (device);
  return !used;
}

static bool
is_used (const struct cases *cases, const char *device)
{
  for (size_t i = 0; i < cases->n; i++)
    if (cases->case_[i].skip == NULL
        && strcmp (cases->case_[i].device, device) == 0)
      return true;
  return false;
}

bool
device_lock_acquire (struct device_lock *lock, const struct cases *cases,
                     const struct device_records *found)
{
  const struct device_record *device = found->devices.item;
  bool ok = true;

  for (size_t i = 0; ok && i < found->devices.n; i++)
    if (device[i].name != NULL && device[i].address != NULL
        && is_used (cases, device[i].name))
      ok = lock_device (lock, &device[i]);
  return ok;
}

void
device_lock_release (struct device_lock *lock)
{
  for (size_t i = 0; i < lock->n; i++)
    close (lock->fd[i]);
  free (lock->fd);
  *lock = (struct device_lock){ 0 };
}
