/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes all of a buffer to a descriptor, in as many calls as needed.
 */
#ifndef WRITE_ALL_H
#define WRITE_ALL_H

#include <stdbool.h>
#include <stddef.h>

/* False with errno if not all was written.  EPIPE, without SIGPIPE, if the
 * reader of a pipe or socket is gone; EINTR if it was still unread when the run
 * was interrupted (base/interrupt.h). */
bool write_all (int fd, const void *data, size_t n);

/* Returns a remedy for such an error, or NULL if the remedy is free space. */
const char *write_all_remedy (int error);

#endif
