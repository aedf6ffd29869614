/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A hash table from keys, which are bytes, to numbers: those of an array in
 * which the caller keeps what belongs to each key.
 */
#ifndef MAP_H
#define MAP_H

#include <stddef.h>
#include <stdint.h>

struct map_entry {
  const void *key; /* borrowed; NULL: a free slot */
  size_t bytes;
  uint64_t hash;
  size_t number; /* counted from 0 as keys come; the caller may set another */
};

/* Zeroed: empty. */
struct map {
  struct map_entry *entry;
  size_t n, n_slots;
};

/* The entry of a key, added when there is none.  One that was added, whose
 * number is the count before, borrows the key: where that does not outlive the
 * map, the caller puts a copy in its place.  Good till the next is added. */
struct map_entry *map_find_or_add (struct map *map, const void *key,
                                   size_t bytes);
/* NULL when there is none. */
const struct map_entry *map_find (const struct map *map, const void *key,
                                  size_t bytes);
void map_free (struct map *map);

/* The hash FNV-1a of some bytes: tells one from another, and is no guard
 * against malice. */
uint64_t fnv1a_hash (const void *data, size_t bytes);
/* Likewise of what stands before, whose hash is given, and of some bytes. */
uint64_t fnv1a_extend (uint64_t before, const void *data, size_t bytes);

#endif
