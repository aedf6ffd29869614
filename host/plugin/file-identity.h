/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The identity of a plugin's file: it differs from that of any other file, and
 * changes when the file is built or copied again.  The file is read as an ELF
 * file, and nothing in it runs.
 */
#ifndef PLUGIN_FILE_IDENTITY_H
#define PLUGIN_FILE_IDENTITY_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#include "base/sha256.h"

/* The build of a plugin: a hash of its file's content, the same across runs and
 * copies. */

/* Also adds the content to sha256.  False with errno where the file can't be
 * read. */
bool plugin_hash_build (const char *path, uint64_t *hash,
                        struct sha256 *sha256);

/* True where the file is one of the plugins of this gkhost (own-plugins.c). */
bool plugin_file_is_own (const char *path);

/* Returns who besides root can change the file, by an absolute path, or replace
 * it: "user 1000 can change FOLDER", to be freed; NULL: those who can change
 * this program, too (file-writers.c). */
char *file_writers (const char *path);

/* The message for a shared object without the entry of plugins. */
#define NOT_A_PLUGIN                                                           \
  "it is not a gkhost plugin: it does not export " GK_ENTRY_NAME               \
  "; register it with GK_PLUGIN()"

/* Reads a file that may be a plugin.  Returns NULL and in *identity
 * "DEVICE:INODE:BYTES:TIME:BUILD-ID", to be freed: the numbers of device and
 * inode, the time of the last modification in seconds, and the build-id, empty
 * where there is none.  Else returns what is wrong with the file, to be freed.
 * bridge: NULL, or for a script the path of its bridge, which is part of the
 * identity. */
char *file_identity (const char *path, const char *bridge, char **identity);

/* Scripts: plugins that the bridge of a language makes of a file that is no
 * shared object.  See GK_SCRIPT_ENTRY_NAME. */

/* Returns the file name of the bridge for a script of this path, to be freed;
 * NULL where the path has no ending, or that of shared objects.  *known: the
 * ending is one that gkhost knows, so that the file can be nothing else. */
char *script_bridge_name (const char *path, bool *known);
/* Returns the bridge's path in an identity; NULL: it is not that of a script.
 */
const char *identity_bridge (const char *identity);
/* True for a bridge, which is no plugin to be loaded by itself. */
bool file_is_bridge (const char *path);

#define NOT_A_BRIDGE                                                           \
  "it is not a bridge for scripts: it does not export " GK_SCRIPT_ENTRY_NAME

/* Returns why the file no longer has that identity, to be freed; NULL when it
 * has. */
char *file_replaced (const char *path, const char *identity);

#endif
