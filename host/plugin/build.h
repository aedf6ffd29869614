/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The build of a plugin: a hash of its file's content, the same across runs and
 * copies.
 */
#ifndef BUILD_H
#define BUILD_H

#include <stdbool.h>
#include <stdint.h>

/* False with errno where the file can't be read. */
bool plugin_hash_build (const char *path, uint64_t *hash);

#endif
