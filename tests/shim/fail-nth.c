/* SPDX-License-Identifier: BSD-3-Clause
 *
 * To be preloaded: has one call of a gkhost process fail, as the system would.
 *
 *   FAIL_NTH=ROLE:CALL:N  the Nth call of this name, in a process of this role:
 *                         host, worker or judge
 *   FAIL_FIRED=FILE       is made when that happens; while it is there it does
 *                         not happen again
 *
 * Calls that the C library makes by itself are not seen.
 */
#include <config.h>

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* What glibc's allocator is called beneath the names that are taken here. */
void *__libc_malloc (size_t);
void *__libc_calloc (size_t, size_t);
void *__libc_realloc (void *, size_t);

static struct {
  char call[32]; /* "": none */
  long nth;
  long calls;
} fault;

static bool
is_gkhost (void)
{
  char path[4096];
  ssize_t n = readlink ("/proc/self/exe", path, sizeof path - 1);
  const char *name;

  if (n <= 0)
    return false;
  path[n] = '\0';
  name = strrchr (path, '/') + 1;
  return strcmp (name, "gkhost") == 0 || strcmp (name, "lt-gkhost") == 0;
}

__attribute__ ((constructor)) static void
begin (int argc, char **argv)
{
  const char *role = argc >= 2 && strcmp (argv[1], "--worker") == 0  ? "worker"
                     : argc >= 2 && strcmp (argv[1], "--judge") == 0 ? "judge"
                                                                     : "host";
  const char *wanted = getenv ("FAIL_NTH");
  size_t n = strlen (role);

  if (wanted == NULL || !is_gkhost () || strncmp (wanted, role, n) != 0
      || wanted[n] != ':'
      || sscanf (wanted + n + 1, "%31[^:]:%ld", fault.call, &fault.nth) != 2)
    fault.call[0] = '\0';
}

/* Whether this call is the one.  Without a call that is counted. */
static bool
fails (const char *call, int error)
{
  long fd;

  if (fault.call[0] == '\0' || strcmp (fault.call, call) != 0
      || __atomic_add_fetch (&fault.calls, 1, __ATOMIC_RELAXED) != fault.nth)
    return false;
  fd = syscall (SYS_openat, AT_FDCWD, getenv ("FAIL_FIRED"),
                O_CREAT | O_EXCL | O_CLOEXEC | O_WRONLY, 0600);
  if (fd < 0)
    return false;
  syscall (SYS_close, fd);
  errno = error;
  return true;
}

/* The real one of a name. */
#define REAL(name) ((__typeof__ (&(name)))(uintptr_t)dlsym (RTLD_NEXT, #name))

#pragma GCC visibility push(default)

void *
malloc (size_t bytes)
{
  return fails ("malloc", ENOMEM) ? NULL : __libc_malloc (bytes);
}

void *
calloc (size_t n, size_t bytes)
{
  return fails ("malloc", ENOMEM) ? NULL : __libc_calloc (n, bytes);
}

void *
realloc (void *memory, size_t bytes)
{
  return fails ("malloc", ENOMEM) ? NULL : __libc_realloc (memory, bytes);
}

int
posix_memalign (void **memory, size_t alignment, size_t bytes)
{
  return fails ("malloc", ENOMEM)
             ? ENOMEM
             : REAL (posix_memalign) (memory, alignment, bytes);
}

int
open (const char *path, int flags, ...)
{
  va_list args;
  mode_t mode;

  va_start (args, flags);
  mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg (args, mode_t) : 0;
  va_end (args);
  return fails ("open", EMFILE) ? -1 : REAL (open) (path, flags, mode);
}

FILE *
fopen (const char *path, const char *mode)
{
  return fails ("open", EMFILE) ? NULL : REAL (fopen) (path, mode);
}

int
fcntl (int fd, int command, ...)
{
  va_list args;
  void *argument;

  va_start (args, command);
  argument = va_arg (args, void *);
  va_end (args);
  return fails ("fcntl", EMFILE) ? -1 : REAL (fcntl) (fd, command, argument);
}

ssize_t
read (int fd, void *to, size_t bytes)
{
  return fails ("read", EIO) ? -1 : REAL (read) (fd, to, bytes);
}

ssize_t
write (int fd, const void *from, size_t bytes)
{
  return fails ("write", ENOSPC) ? -1 : REAL (write) (fd, from, bytes);
}

ssize_t
sendmsg (int fd, const struct msghdr *message, int flags)
{
  return fails ("sendmsg", ENOBUFS) ? -1 : REAL (sendmsg) (fd, message, flags);
}

ssize_t
recvmsg (int fd, struct msghdr *message, int flags)
{
  return fails ("recvmsg", ENOMEM) ? -1 : REAL (recvmsg) (fd, message, flags);
}

ssize_t
send (int fd, const void *from, size_t bytes, int flags)
{
  return fails ("send", ENOBUFS) ? -1 : REAL (send) (fd, from, bytes, flags);
}

ssize_t
recv (int fd, void *to, size_t bytes, int flags)
{
  return fails ("recv", ENOMEM) ? -1 : REAL (recv) (fd, to, bytes, flags);
}

int
fsync (int fd)
{
  return fails ("fsync", EIO) ? -1 : REAL (fsync) (fd);
}

int
fstat (int fd, struct stat *status)
{
  return fails ("fstat", EIO) ? -1 : REAL (fstat) (fd, status);
}

int
ftruncate (int fd, off_t bytes)
{
  return fails ("ftruncate", ENOSPC) ? -1 : REAL (ftruncate) (fd, bytes);
}

int
flock (int fd, int operation)
{
  return fails ("flock", ENOLCK) ? -1 : REAL (flock) (fd, operation);
}

int
pipe2 (int ends[2], int flags)
{
  return fails ("pipe2", EMFILE) ? -1 : REAL (pipe2) (ends, flags);
}

int
socketpair (int domain, int type, int protocol, int ends[2])
{
  return fails ("socketpair", EMFILE)
             ? -1
             : REAL (socketpair) (domain, type, protocol, ends);
}

int
memfd_create (const char *name, unsigned flags)
{
  return fails ("memfd_create", EMFILE) ? -1
                                        : REAL (memfd_create) (name, flags);
}

void *
mmap (void *address, size_t bytes, int protection, int flags, int fd,
      off_t offset)
{
  return fails ("mmap", ENOMEM)
             ? MAP_FAILED
             : REAL (mmap) (address, bytes, protection, flags, fd, offset);
}

int
poll (struct pollfd *fds, nfds_t n, int ms)
{
  return fails ("poll", ENOMEM) ? -1 : REAL (poll) (fds, n, ms);
}

int
ppoll (struct pollfd *fds, nfds_t n, const struct timespec *wait,
       const sigset_t *mask)
{
  return fails ("ppoll", ENOMEM) ? -1 : REAL (ppoll) (fds, n, wait, mask);
}

int
posix_spawn (pid_t *pid, const char *path,
             const posix_spawn_file_actions_t *files,
             const posix_spawnattr_t *attributes, char *const argv[],
             char *const environment[])
{
  return fails ("posix_spawn", EAGAIN)
             ? EAGAIN
             : REAL (posix_spawn) (pid, path, files, attributes, argv,
                                   environment);
}

int
pthread_create (pthread_t *thread, const pthread_attr_t *attributes,
                void *(*run) (void *), void *argument)
{
  return fails ("pthread_create", EAGAIN)
             ? EAGAIN
             : REAL (pthread_create) (thread, attributes, run, argument);
}

/* dlerror has something to say of it. */
void *
dlopen (const char *path, int flags)
{
  return REAL (dlopen) (fails ("dlopen", 0) ? "/there/is/none" : path, flags);
}

pid_t
waitpid (pid_t pid, int *status, int options)
{
  return fails ("waitpid", ECHILD) ? -1 : REAL (waitpid) (pid, status, options);
}

int
waitid (idtype_t which, id_t id, siginfo_t *info, int options)
{
  return fails ("waitid", ECHILD) ? -1
                                  : REAL (waitid) (which, id, info, options);
}
