/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory that is freed all at once, and interned texts in it: descriptions and
 * records repeat few texts many times.
 */
#ifndef POOL_H
#define POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/map.h"

struct pool_block;

/* All zero: empty. */
struct pool {
  struct pool_block *block;
  struct map interned; /* stored once each */
};

/* A list of texts of a pool. */
struct texts {
  const char **text;
  size_t n;
};

/* Returns cleared memory, aligned for any type. */
void *pool_alloc (struct pool *pool, size_t bytes);
/* Returns the pool's copy of some bytes, the same one for equal bytes. */
const void *pool_intern (struct pool *pool, const void *data, size_t bytes);
/* Returns the pool's copy of a text; NULL for NULL. */
const char *pool_text (struct pool *pool, const char *text);
void pool_free (struct pool *pool);

/* Appends a text, interned. */
void texts_add (struct pool *pool, struct texts *texts, const char *text);
bool texts_contain (const struct texts *texts, const char *text);

#endif
