/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A few outputs that were computed, each under a key.
 */
#ifndef CHEATS_MEMO_H
#define CHEATS_MEMO_H

#include <gkhost/plugin.h>

struct memo;

/* The callbacks of a variant whose state is an empty memo. */
int memo_prepare (const gk_host *host, const gk_device *device,
                  const void *problem, const gk_value *values, void **state);
void memo_release (const gk_host *host, void *memo);

/* What was kept last under a key, or NULL. */
const void *memo_find (const struct memo *memo, uint64_t key);
void memo_keep (const gk_host *host, struct memo *memo, uint64_t key,
                const void *output, size_t bytes);
/* Likewise, in the place of what was kept under that key. */
void memo_keep_last (const gk_host *host, struct memo *memo, uint64_t key,
                     const void *output, size_t bytes);

#endif
