/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>

#include "device/cpu/cpu.h"

/* Only address space; it takes no memory. */
enum { FENCE = 1 << 20 };

/* The whole mapping, to be unmapped. */
struct mapping {
  void *address;
  size_t bytes;
};

/* It is stored at the beginning of the fence before the memory, which plugins
 * can't access. */
static struct mapping *
find_mapping (void *address)
{
  return (struct mapping *)(void *)((char *)address - FENCE);
}

/* Makes the memory between the fences accessible, and stores the mapping for
 * fenced_free. */
static bool
open_between (char *address, size_t bytes, struct mapping all)
{
  struct mapping *note = find_mapping (address);

  if (mprotect (address, bytes, PROT_READ | PROT_WRITE) != 0
      || mprotect (note, sizeof *note, PROT_READ | PROT_WRITE) != 0)
    return false;
  *note = all;
  return mprotect (note, sizeof *note, PROT_NONE) == 0;
}

void *
fenced_alloc (size_t bytes, size_t alignment)
{
  struct mapping all;
  char *address;
  int error;

  if (__builtin_add_overflow (bytes, 2 * (size_t)FENCE + alignment,
                              &all.bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  all.address = mmap (NULL, all.bytes, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all.address == MAP_FAILED)
    return NULL;
  address = (char *)all.address + FENCE;
  address += -(uintptr_t)address % alignment;
  if (open_between (address, bytes, all))
    return address;
  error = errno;
  munmap (all.address, all.bytes);
  errno = error;
  return NULL;
}

void
fenced_free (void *address)
{
  struct mapping *note;

  if (address == NULL)
    return;
  note = find_mapping (address);
  if (mprotect (note, sizeof *note, PROT_READ) == 0)
    munmap (note->address, note->bytes);
}

/* Only such memory can be made empty in children, which all of it is. */
bool
fenced_is_private (void *address, size_t bytes)
{
#ifdef MADV_WIPEONFORK
  return madvise (address, bytes, MADV_WIPEONFORK) == 0;
#else
  (void)address, (void)bytes;
  return false;
#endif
}
