/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A few outputs that were computed, each under a key.
 */
#ifndef CHEATS_MEMO_H
#define CHEATS_MEMO_H

#include <gkhost/plugin.h>

struct memo;

/* NULL when there is no memory; the error is set. */
struct memo *memo_new (const gk_host *host);
void memo_free (const gk_host *host, struct memo *memo);

/* What was kept last under a key, or NULL. */
const void *memo_find (const struct memo *memo, uint64_t key);
void memo_keep (const gk_host *host, struct memo *memo, uint64_t key,
                const void *output, size_t bytes);

#endif
