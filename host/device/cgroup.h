/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What control groups, which containers and batch systems limit memory with,
 * leave to this process.
 */
#ifndef DEVICE_CGROUP_H
#define DEVICE_CGROUP_H

#include <stdint.h>

/* Bytes that can be taken before a group of this process, at any level, is at
 * its limit: the page cache that would be reclaimed first counts as free.
 * UINT64_MAX where none has a limit.  root stands before every path, "" but in
 * tests. */
uint64_t cgroup_memory_available (const char *root);

#endif
