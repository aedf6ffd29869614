/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads files whole or by line, and writes all of a buffer.
 */
#ifndef BASE_READ_FILE_H
#define BASE_READ_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Reads one line of a file, such as those of /proc and /sys. */

/* Returns what follows `begin` in the first line that begins with it; to be
 * freed.  NULL: no such line, or no such file. */
char *file_line (const char *path, const char *begin);

/* True for a regular file. */
bool fd_is_file (int fd);

/* Reads a whole file into memory. */

/* Reads a file or a pipe of at most limit bytes and appends a NUL.  NULL, after
 * a message, if it does not exist, is a directory, or is too large. */
char *read_file_text (const char *path, size_t limit, size_t *bytes);
/* Does the same with a descriptor; path: its name, for messages. */
char *read_fd_text (int fd, const char *path, size_t limit, size_t *bytes);

/* Writes all of a buffer to a descriptor, in as many calls as needed. */

/* False with errno if not all was written.  EPIPE, without SIGPIPE, if the
 * reader of a pipe or socket is gone; EINTR if it was still unread when the run
 * was interrupted (base/interrupt.h). */
bool write_all (int fd, const void *data, size_t n);

/* Returns a remedy for such an error, or NULL if the remedy is free space. */
const char *write_all_remedy (int error);

#endif
