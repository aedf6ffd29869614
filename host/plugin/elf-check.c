/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "plugin/loader.h"

/* The header that this very program has: what a plugin must match. */
static bool
own_header (ElfW (Ehdr) * header)
{
  int fd = open ("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  bool ok = fd >= 0 && read (fd, header, sizeof *header) == sizeof *header;

  if (fd >= 0)
    close (fd);
  return ok;
}

static bool
segments_whole (int fd, const ElfW (Ehdr) * header, uint64_t bytes)
{
  for (unsigned i = 0; i < header->e_phnum; i++) {
    ElfW (Phdr) segment;
    uint64_t at = header->e_phoff + (uint64_t)i * header->e_phentsize;

    if (pread (fd, &segment, sizeof segment, (off_t)at) != sizeof segment)
      return false;
    if (segment.p_offset > bytes || segment.p_filesz > bytes - segment.p_offset)
      return false;
  }
  return true;
}

static const char *
judge (int fd)
{
  struct stat st;
  ElfW (Ehdr) header, own;

  if (fstat (fd, &st) < 0)
    return strerror (errno);
  if (S_ISDIR (st.st_mode))
    return "it is a directory; name a .so, or give the folder to -p";
  if (!S_ISREG (st.st_mode))
    return "it is not a regular file";
  if (read (fd, &header, sizeof header) != sizeof header
      || memcmp (header.e_ident, ELFMAG, SELFMAG) != 0)
    return "it is not a shared object (it has no ELF header)";
  if (!own_header (&own))
    return NULL; /* nothing to compare with; dlopen will judge */
  if (header.e_ident[EI_CLASS] != own.e_ident[EI_CLASS]
      || header.e_ident[EI_DATA] != own.e_ident[EI_DATA]
      || header.e_machine != own.e_machine)
    return "it is built for another kind of machine";
  if (header.e_type != ET_DYN)
    return "it is not a shared object; link it with -shared";
  if (header.e_phentsize != sizeof (ElfW (Phdr))
      || !segments_whole (fd, &header, (uint64_t)st.st_size))
    return "it is truncated or damaged; copy or build it again";
  return NULL;
}

char *
elf_check (const char *path)
{
  /* O_NONBLOCK so that opening a FIFO does not wait for a writer. */
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const char *why;

  if (fd < 0)
    return xstrdup (strerror (errno));
  why = judge (fd);
  close (fd);
  return why != NULL ? xstrdup (why) : NULL;
}
