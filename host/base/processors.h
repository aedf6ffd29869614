/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Processors: sets of them as text, where they are in the machine, and the
 * memory that is near to them.
 */
#ifndef BASE_PROCESSORS_H
#define BASE_PROCESSORS_H

#include <sched.h>
#include <stdbool.h>

#include "base/pool.h"

/* Sets of processors, by the kernel's numbers, in the kernel's notation:
 * "0-7,16". */

/* Parses text into *set.  Returns NULL, or what is wrong with the text, to be
 * freed. */
char *processors_parse (cpu_set_t *set, const char *text);
/* Returns the set in ascending order, with runs as ranges; "" for an empty set;
 * to be freed. */
char *processors_format (const cpu_set_t *set);

/* Stores the processors that the calling thread may use, or all of the machine
 * if that is not known. */
void processors_get_usable (cpu_set_t *set);
/* Pins the calling thread, and the threads that it starts, to these processors.
 * False with errno set. */
bool processors_set_affinity (const cpu_set_t *set);

/* Which processors share a core or a NUMA node, as the kernel reports it.  The
 * path of each file is prefixed with root, "" except in tests. */

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

/* Selects the NUMA node of memory that the calling thread will touch first. */

/* Prefers memory of this node from now on, as long as it has any.  Does nothing
 * if the user chose a policy already, as with numactl, or the system has no
 * choice. */
void node_memory_prefer (int node);

#endif
