/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The measuring mode of a case: the state of the caches, the way of launching,
 * the memory, what is timed, and by which timer.
 */
#ifndef MODE_H
#define MODE_H

#include <stdbool.h>

enum cache { CACHE_COLD, CACHE_HOT };
enum launch { LAUNCH_STREAM, LAUNCH_GRAPH };
enum memory { MEMORY_DEVICE, MEMORY_MANAGED, MEMORY_MAPPED };
enum scope { SCOPE_KERNEL, SCOPE_TRANSFER };
enum pages { PAGES_HUGE, PAGES_DEFAULT };
enum timed_by { TIMED_BY_EVENTS, TIMED_BY_KERNEL };

struct mode {
  enum cache cache;
  enum launch launch;
  enum memory memory;
  enum scope scope;
  enum pages pages;
  enum timed_by timer;
};

static inline bool
mode_same (struct mode a, struct mode b)
{
  return a.cache == b.cache && a.launch == b.launch && a.memory == b.memory
         && a.scope == b.scope && a.pages == b.pages && a.timer == b.timer;
}

#endif
