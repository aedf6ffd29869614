/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A whole file in memory.
 */
#ifndef READ_FILE_H
#define READ_FILE_H

#include <stddef.h>

/* Reads a file or a pipe of at most limit bytes and puts a NUL after it.
 * NULL and a complaint when there is no such file, it is a directory, or too
 * large. */
char *read_file_text (const char *path, size_t limit, size_t *bytes);

#endif
