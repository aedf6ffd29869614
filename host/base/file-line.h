/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads one line of a file, such as those of /proc and /sys.
 */
#ifndef FILE_LINE_H
#define FILE_LINE_H

/* Returns what follows `begin` in the first line that begins with it; to be
 * freed.  NULL: no such line, or no such file. */
char *file_line (const char *path, const char *begin);

#endif
