/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which processors share a core or a NUMA node, as the kernel reports it.  The
 * path of each file is prefixed with root, "" except in tests.
 */
#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include <sched.h>

#include "base/pool.h"

/* Returns the processors of each NUMA node that has any: "0-31,64-95"; none if
 * not known. */
struct texts topology_nodes (const char *root, struct pool *pool);

/* Returns, for each core with several usable threads, its SMT siblings: "0,64".
 */
struct texts topology_core_threads (const char *root, const cpu_set_t *usable,
                                    struct pool *pool);

/* Stores the threads of a processor's core, including the processor itself. */
void topology_core (const char *root, size_t processor, cpu_set_t *set);

/* Stores the processors near a device, by its PCI address ("0000:1B:00.0", in
 * any case, or NULL), and returns the number of its NUMA node.  The set is
 * empty, and the node -1, if not known. */
int topology_near_device (const char *root, const char *address,
                          cpu_set_t *set);

#endif
