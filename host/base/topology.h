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
struct texts topology_core_threads (const char *root, const cpu_set_t *usable,
                                    struct pool *pool);

/* The threads of the core that a processor is of, the processor among them. */
void topology_core (const char *root, size_t processor, cpu_set_t *set);

/* The processors near a device, by its address on the PCI bus ("0000:1B:00.0",
 * in any case; NULL: none), and the number of its node; the set is empty, and
 * the node -1, where the system does not tell. */
int topology_near_device (const char *root, const char *address,
                          cpu_set_t *set);

#endif
