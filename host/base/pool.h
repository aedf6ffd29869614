/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory that is given back all at once, and texts in it, each kept once: what
 * reads many descriptions or records has few that differ.
 */
#ifndef POOL_H
#define POOL_H

#include <stddef.h>

struct pool_block;

/* Zeroed: empty. */
struct pool {
  struct pool_block *block;
  const char **text; /* a hash table; NULL: a free place */
  size_t n_texts, n_places;
};

/* Zeroed, aligned for any type. */
void *pool_alloc (struct pool *pool, size_t bytes);
/* The pool's own copy of a text, the same one for the same text; NULL for
 * NULL. */
const char *pool_text (struct pool *pool, const char *text);
void pool_free (struct pool *pool);

#endif
