/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory that is freed all at once, interned texts in it, and the hash table
 * that finds them.
 */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A hash table from byte strings to numbers, usually indices of an array that
 * the caller owns. */

struct map_entry {
  const void *key; /* borrowed; NULL: free slot */
  size_t bytes;
  uint64_t hash;
  size_t number; /* 0, 1, ... as keys are added; the caller may change it */
};

/* All zero: empty. */
struct map {
  struct map_entry *entry;
  size_t n, n_slots;
};

/* Returns the entry of a key, and adds it if needed, numbered with the count so
 * far.  A new entry borrows the key: if the key does not outlive the map, the
 * caller stores a copy in entry->key.  Valid until the next addition. */
struct map_entry *map_find_or_add (struct map *map, const void *key,
                                   size_t bytes);
/* NULL if there is none. */
const struct map_entry *map_find (const struct map *map, const void *key,
                                  size_t bytes);
void map_free (struct map *map);

/* Returns the FNV-1a hash: it distinguishes keys, but is no defence against
 * deliberate collisions. */
uint64_t fnv1a_hash (const void *data, size_t bytes);
/* Continues the hash `before` with more bytes. */
uint64_t fnv1a_extend (uint64_t before, const void *data, size_t bytes);

/* Memory that is freed all at once, and interned texts in it: descriptions and
 * records repeat few texts many times. */

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
/* The same, and frees the text. */
const char *pool_made (struct pool *pool, char *text);
void pool_free (struct pool *pool);

/* Appends a text, interned. */
void texts_add (struct pool *pool, struct texts *texts, const char *text);
/* Adds it unless it is there, and frees it. */
void texts_add_once (struct pool *pool, struct texts *texts, char *text);
bool texts_contain (const struct texts *texts, const char *text);

#endif
