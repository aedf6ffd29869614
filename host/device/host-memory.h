/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The memory of the machine.
 */
#ifndef HOST_MEMORY_H
#define HOST_MEMORY_H

#include <stdint.h>

/* Bytes in all; 0 when the system does not tell. */
uint64_t host_memory_total (void);
/* Bytes that a process can take without swapping, and without a control group's
 * killing for it; UINT64_MAX, or what it has addresses for, when the system does
 * not tell. */
uint64_t host_memory_available (void);
/* The same of a system whose files lie below another root. */
uint64_t host_memory_available_below (const char *root);

/* What control groups, which containers and batch systems limit memory with,
 * leave to this process (cgroup.c): bytes that can be taken before a group of
 * it, at any level, is at its limit.  The page cache that would be reclaimed
 * first counts as free.  UINT64_MAX where none has a limit.  root stands before
 * every path, "" but in tests. */
uint64_t cgroup_memory_available (const char *root);

#endif
