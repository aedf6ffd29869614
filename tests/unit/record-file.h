/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A file of records for a test: its own, made before and removed behind it.
 */
#ifndef RECORD_FILE_H
#define RECORD_FILE_H

extern char record_file[4096]; /* its path */

/* For cmocka's set-up and teardown. */
int record_file_make (void **state);
int record_file_remove (void **state);

/* Puts this text into it, and nothing else. */
void record_file_write (const char *text);

#endif
