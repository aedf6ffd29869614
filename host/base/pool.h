/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory that is given back all at once, and texts in it, each kept once: what
 * reads many descriptions or records has few that differ.
 */
#ifndef POOL_H
#define POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/map.h"

struct pool_block;

/* Zeroed: empty. */
struct pool {
  struct pool_block *block;
  struct map interned; /* what is kept once */
};

/* Texts of a pool, in order. */
struct texts {
  const char **text;
  size_t n;
};

/* Zeroed, aligned for any type. */
void *pool_alloc (struct pool *pool, size_t bytes);
/* The pool's own copy of some bytes, the same one for the same bytes. */
const void *pool_intern (struct pool *pool, const void *data, size_t bytes);
/* Likewise of a text; NULL for NULL. */
const char *pool_text (struct pool *pool, const char *text);
void pool_free (struct pool *pool);

/* Adds a text, kept once, behind the others. */
void texts_add (struct pool *pool, struct texts *texts, const char *text);
bool texts_contain (const struct texts *texts, const char *text);

#endif
