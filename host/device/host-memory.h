/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The memory of the machine, and how much of it this process can use.
 */
#ifndef DEVICE_HOST_MEMORY_H
#define DEVICE_HOST_MEMORY_H

#include <stdint.h>

/* Returns all bytes; 0: not known. */
uint64_t host_memory_total (void);
/* Returns the bytes that this process can allocate without swapping, and within
 * its control groups; UINT64_MAX, or on 32 bits what can be addressed, if not
 * known. */
uint64_t host_memory_available (void);
/* Returns host_memory_available of a system whose files are below another
 * root. */
uint64_t host_memory_available_below (const char *root);

#endif
