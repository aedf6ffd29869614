/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads a whole file into memory.
 */
#ifndef READ_FILE_H
#define READ_FILE_H

#include <stddef.h>

/* Reads a file or a pipe of at most limit bytes and appends a NUL.  NULL, after
 * a message, if it does not exist, is a directory, or is too large. */
char *read_file_text (const char *path, size_t limit, size_t *bytes);

#endif
