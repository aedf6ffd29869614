/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A line of a file in which the system tells something.
 */
#ifndef FILE_LINE_H
#define FILE_LINE_H

/* The rest of the first line that begins with a word; to be freed, NULL: there
 * is none, or no such file. */
char *file_line (const char *path, const char *begin);

#endif
