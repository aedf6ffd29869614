/* SPDX-License-Identifier: BSD-3-Clause
 *
 * All of a piece of data into a descriptor, however many calls it takes.
 */
#ifndef WRITE_ALL_H
#define WRITE_ALL_H

#include <stdbool.h>
#include <stddef.h>

/* False where not all went out; errno tells why.  Where the other side of a
 * socket is gone that is an error, and no SIGPIPE; and EINTR where nobody read
 * it when the run was interrupted (interrupt.h). */
bool write_all (int fd, const void *data, size_t n);

/* What would help against such an error, where it is not room; else NULL. */
const char *write_all_remedy (int error);

#endif
