/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A machine that is not this one: the files in which its system tells of it, or
 * has its programs, laid below a folder of the test's own.
 */
#ifndef LAID_H
#define LAID_H

/* The folder, which is put before the names of the system's files; NULL but
 * between the two calls below. */
extern char *laid_root;

/* Make the folder, and remove it with all that is in it: cmocka's setup and
 * teardown of a test. */
int laid_begin (void **state);
int laid_end (void **state);

/* Writes a file of the machine, with the folders above it. */
void lay (const char *path, const char *text);

#endif
