/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "judge/clock-pages.h"

static bool
read_memory (pid_t process, uintptr_t at, void *to, size_t bytes)
{
  const struct iovec here = { to, bytes }, there = { (void *)at, bytes };

  return process_vm_readv (process, &here, 1, &there, 1, 0) == (ssize_t)bytes;
}

/* Adds the pages of a range of the data that can't be read from outside. */
static void
add_data (struct clock_pages *p, uintptr_t begin, uintptr_t end)
{
  const uintptr_t page = (uintptr_t)sysconf (_SC_PAGESIZE);
  char byte;

  for (uintptr_t at = begin; at < end && p->n_data < CLOCK_PAGES_MOST;
       at += page)
    if (!read_memory (getpid (), at, &byte, 1))
      p->data[p->n_data++] = (intptr_t)(at - (uintptr_t)p->code);
}

/* A line "BEGIN-END r--p 00000000 00:00 0      [vvar]". */
static void
read_range (struct clock_pages *p, const char *line)
{
  unsigned long begin, end;
  char name[16];

  if (sscanf (line, "%lx-%lx %*s %*s %*s %*s %15s", &begin, &end, name) != 3)
    return;
  if (strncmp (name, "[vvar", 5) == 0)
    add_data (p, begin, end);
  else if (strcmp (name, "[vdso]") == 0 && begin == (uintptr_t)p->code)
    p->code_bytes = end - begin;
}

static void
find_own (struct clock_pages *p)
{
  FILE *file = fopen ("/proc/self/maps", "re");
  char *line = NULL;
  size_t room = 0;

  p->found = true;
  p->code = (const void *)getauxval (AT_SYSINFO_EHDR);
  while (file != NULL && p->code != NULL && getline (&line, &room, file) > 0)
    read_range (p, line);
  if (p->code_bytes == 0)
    p->code = NULL;
  free (line);
  if (file != NULL)
    fclose (file);
}

/* Returns where the kernel mapped the code when the process began; 0: unknown.
 */
static uintptr_t
code_address (pid_t process)
{
  unsigned long pair[2 * 64];
  char path[64];
  uintptr_t at = 0;
  ssize_t n;
  int fd;

  snprintf (path, sizeof path, "/proc/%ld/auxv", (long)process);
  fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return 0;
  n = read (fd, pair, sizeof pair) / (ssize_t)sizeof pair[0];
  close (fd);
  for (ssize_t i = 0; i + 1 < n; i += 2)
    if (pair[i] == AT_SYSINFO_EHDR)
      at = pair[i + 1];
  return at;
}

static bool
code_is_same (const struct clock_pages *p, pid_t process, uintptr_t at)
{
  unsigned char *code = xmalloc (p->code_bytes);
  const bool same = read_memory (process, at, code, p->code_bytes)
                    && memcmp (code, p->code, p->code_bytes) == 0;

  free (code);
  return same;
}

uintptr_t
clock_pages_of (struct clock_pages *p, pid_t process)
{
  uintptr_t at;
  char byte;

  if (!p->found)
    find_own (p);
  at = p->code != NULL ? code_address (process) : 0;
  return at != 0 && read_memory (process, at, &byte, 1) ? at : 0;
}

bool
clock_pages_are_same (const struct clock_pages *p, pid_t process, uintptr_t at)
{
  bool same = code_is_same (p, process, at);
  char byte;

  for (size_t i = 0; same && i < p->n_data; i++)
    same = !read_memory (process, at + (uintptr_t)p->data[i], &byte, 1);
  return same;
}
