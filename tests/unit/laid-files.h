/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Files of a machine, laid below a folder of the test's own.
 */
#ifndef LAID_FILES_H
#define LAID_FILES_H

extern char *laid_root; /* the folder's path */

/* For cmocka's set-up and teardown. */
int laid_start (void **state);
int laid_end (void **state);

/* Writes a file, with the folders above it. */
void lay (const char *path, const char *text);

#endif
