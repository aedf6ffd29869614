/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A hash table from byte strings to numbers, usually indices of an array that
 * the caller owns.
 */
#ifndef MAP_H
#define MAP_H

#include <stddef.h>
#include <stdint.h>

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

#endif
