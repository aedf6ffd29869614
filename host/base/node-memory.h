/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Of which NUMA node the memory is that the calling thread touches first.
 */
#ifndef NODE_MEMORY_H
#define NODE_MEMORY_H

/* From now on of this one, as long as it has any, unless whoever started the
 * program has chosen already, as with numactl.  Where there is no choice
 * nothing changes. */
void node_memory_prefer (int node);

#endif
