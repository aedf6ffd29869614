/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a process passes on to its children, and any process of the same user
 * can change of it from outside: the processors that it may use, its scheduling
 * policy and nice value, and its resource limits.  gkhost stores them before a
 * plugin has run, and sets them back before it starts further processes.
 */
#ifndef BASE_INHERITED_H
#define BASE_INHERITED_H

#include <sched.h>
#include <stdbool.h>
#include <sys/resource.h>

struct inherited {
  cpu_set_t cpus;
  int policy, priority, nice;
  struct rlimit limit[RLIM_NLIMITS];
};

/* Stores those of the calling thread. */
void inherited_store (struct inherited *inherited);

/* Sets back what has changed.  Returns its names, "the processors, a resource
 * limit", to be freed; NULL: nothing has.  What can't be set back is stored, so
 * that it is named once, and *stays is set to true. */
char *inherited_restore (struct inherited *inherited, bool *stays);

#endif
