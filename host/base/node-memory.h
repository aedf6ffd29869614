/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Selects the NUMA node of memory that the calling thread will touch first.
 */
#ifndef NODE_MEMORY_H
#define NODE_MEMORY_H

/* Prefers memory of this node from now on, as long as it has any.  Does nothing
 * if the user chose a policy already, as with numactl, or the system has no
 * choice. */
void node_memory_prefer (int node);

#endif
