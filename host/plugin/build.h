/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which build of a plugin a file is, across runs and copies: told by all that
 * is in it.
 */
#ifndef BUILD_H
#define BUILD_H

#include <stdbool.h>
#include <stdint.h>

/* The hash of a file's content.  False with errno where it can't be read. */
bool plugin_hash_build (const char *path, uint64_t *hash);

#endif
