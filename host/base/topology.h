/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which processors share what, as the system tells it: a memory of their own,
 * or a core.
 */
#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include <sched.h>

#include "base/pool.h"

/* Of each NUMA node that has processors, which: "0-31,64-95"; none where the
 * system does not tell.  root is put before the names of its files, "". */
struct texts topology_nodes (const char *root, struct pool *pool);

/* Of each core of which several threads may be used, the processors that these
 * are, its SMT siblings: "0,64". */
struct texts topology_siblings (const char *root, const cpu_set_t *usable,
                                struct pool *pool);

#endif
