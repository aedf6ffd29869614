/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What lies where in a process's memory.
 */
#ifndef CHEATS_MEMORY_MAP_H
#define CHEATS_MEMORY_MAP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct memory_map_range {
  uintptr_t begin, end;
  bool readable, writable, shared;
  bool heap, stack;
  uint64_t offset;  /* in the file */
  const char *path; /* "" for none */
};

/* Calls back for each range of a process (0: this one) until that returns
 * false.  The list is taken before the first call. */
void memory_map_each (pid_t process,
                      bool (*call) (const struct memory_map_range *, void *),
                      void *closure);

#endif
