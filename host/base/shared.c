/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/shared.h"

#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

/* Returns where to map `bytes` with room behind them; NULL: anywhere, without
 * room. */
static void *
reserve_room (struct shared *shared)
{
  void *memory
      = shared->room == 0
            ? MAP_FAILED
            : mmap (NULL, shared->mapped + shared->room, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  if (memory != MAP_FAILED)
    return memory;
  shared->room = 0;
  return NULL;
}

static bool
map_memory (struct shared *shared, int protection, int flags)
{
  void *at = reserve_room (shared);

  shared->memory
      = mmap (at, shared->mapped, protection,
              MAP_SHARED | flags | (at != NULL ? MAP_FIXED : 0), shared->fd, 0);
  if (shared->memory != MAP_FAILED)
    return true;
  if (at != NULL)
    munmap (at, shared->mapped + shared->room);
  shared->memory = NULL;
  return false;
}

/* Cleans up after a failure and preserves its errno. */
static bool
close_failed (struct shared *shared)
{
  int error = errno;

  shared_close (shared);
  errno = error;
  return false;
}

bool
shared_make (struct shared *shared, size_t bytes)
{
  return shared_make_with_room (shared, bytes, 0);
}

bool
shared_make_with_room (struct shared *shared, size_t bytes, size_t room)
{
  *shared = (struct shared){
    .fd = -1, .bytes = bytes, .mapped = bytes, .room = room
  };
  shared->fd = memfd_create ("gkhost", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (shared->fd < 0 || ftruncate (shared->fd, (off_t)bytes) != 0
      || fcntl (shared->fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0
      || !map_memory (shared, PROT_READ | PROT_WRITE, 0))
    return close_failed (shared);
  return true;
}

bool
shared_make_private (struct shared *shared, size_t bytes)
{
  void *memory = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  *shared = (struct shared){ .fd = -1, .bytes = bytes, .mapped = bytes };
  if (memory == MAP_FAILED)
    return false;
  shared->memory = memory;
  madvise (memory, bytes, MADV_HUGEPAGE);
  return true;
}

/* Bytes that are kept for however few. */
enum { SMALL = 16 << 20, TIMES = 4 };

bool
shared_fits (struct shared *shared, size_t bytes)
{
  if (shared->memory == NULL || bytes == 0 || shared->mapped < bytes
      || (shared->mapped > SMALL && shared->mapped / TIMES > bytes))
    return false;
  shared->bytes = bytes;
  return true;
}

bool
shared_protect (struct shared *shared)
{
  return fcntl (shared->fd, F_ADD_SEALS, F_SEAL_FUTURE_WRITE | F_SEAL_SEAL)
         == 0;
}

bool
shared_map_reading (struct shared *shared)
{
  void *reading
      = mmap (NULL, shared->mapped, PROT_READ, MAP_PRIVATE, shared->fd, 0);

  if (reading == MAP_FAILED)
    return false;
  shared->reading = reading;
  return true;
}

void
shared_renew_reading (const struct shared *shared)
{
  mmap (shared->reading, shared->bytes, PROT_READ, MAP_PRIVATE | MAP_FIXED,
        shared->fd, 0);
}

bool
shared_open (struct shared *shared, int fd, size_t bytes, bool writable)
{
  struct stat status;

  *shared = (struct shared){ .fd = fd, .bytes = bytes, .mapped = bytes };
  errno = EINVAL;
  if (fstat (fd, &status) != 0 || status.st_size < 0
      || (size_t)status.st_size < bytes
      /* Populated, since page faults would cost more, and in the process that
       * times. */
      || !map_memory (shared, writable ? PROT_READ | PROT_WRITE : PROT_READ,
                      MAP_POPULATE))
    return close_failed (shared);
  return true;
}

void
shared_close (struct shared *shared)
{
  if (shared->memory != NULL)
    munmap (shared->memory, shared->mapped + shared->room);
  if (shared->reading != NULL)
    munmap (shared->reading, shared->mapped);
  if (shared->fd >= 0)
    close (shared->fd);
  *shared = (struct shared){ .fd = -1 };
}

bool
shared_take (struct shared *to, struct shared *from)
{
  if (from->memory == NULL)
    return false;
  shared_close (to);
  *to = *from;
  *from = (struct shared){ .fd = -1 };
  return true;
}
