/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What tells a plugin's file from any other, and from what it was before it was
 * built or copied anew.
 */
#ifndef FILE_IDENTITY_H
#define FILE_IDENTITY_H

#include <gkhost/plugin.h>

/* What is said of a shared object without the entry of plugins. */
#define NOT_A_PLUGIN                                                           \
  "it is not a gkhost plugin: it does not export " GK_ENTRY_NAME               \
  "; register it with GK_PLUGIN()"

/* Reads a file as one that may be a plugin, without running anything of it.
 * NULL with *identity, "DEVICE:INODE:BYTES:TIME:BUILD-ID", to be freed: the
 * numbers of device and inode, the time of the last change of its bytes in
 * seconds, and an empty build-id where there is none.  Else what is wrong with
 * the file, to be freed. */
char *file_identity (const char *path, char **identity);

/* Why the file can't be taken for the one of that identity any more, to be
 * freed; NULL when it is still the same. */
char *file_replaced (const char *path, const char *identity);

#endif
