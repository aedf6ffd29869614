/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "base/xalloc.h"

/* ---- The hash table ---- */

uint64_t
fnv1a_extend (uint64_t before, const void *data, size_t bytes)
{
  const unsigned char *c = data;
  uint64_t h = before;

  for (size_t i = 0; i < bytes; i++)
    h = (h ^ c[i]) * UINT64_C (0x100000001b3);
  return h;
}

uint64_t
fnv1a_hash (const void *data, size_t bytes)
{
  return fnv1a_extend (UINT64_C (0xcbf29ce484222325), data, bytes);
}

/* Folds the better mixed upper half into the bits that select a slot. */
static uint64_t
hash_key (const void *key, size_t bytes)
{
  uint64_t h = fnv1a_hash (key, bytes);

  return h ^ h >> 32;
}

/* Returns the slot of a key, or the free slot where it would go. */
static struct map_entry *
find_slot (const struct map *map, const void *key, size_t bytes, uint64_t hash)
{
  size_t i = hash & (map->n_slots - 1);

  for (;; i = (i + 1) & (map->n_slots - 1)) {
    struct map_entry *entry = &map->entry[i];

    if (entry->key == NULL
        || (entry->hash == hash && entry->bytes == bytes
            && memcmp (entry->key, key, bytes) == 0))
      return entry;
  }
}

/* Doubles the table, so that at least half of it is free. */
static void
grow_table (struct map *map)
{
  struct map old = *map;

  map->n_slots = old.n_slots > 0 ? 2 * old.n_slots : 64;
  map->entry = xcalloc (map->n_slots, sizeof *map->entry);
  for (size_t i = 0; i < old.n_slots; i++) {
    const struct map_entry *entry = &old.entry[i];

    if (entry->key != NULL)
      *find_slot (map, entry->key, entry->bytes, entry->hash) = *entry;
  }
  free (old.entry);
}

struct map_entry *
map_find_or_add (struct map *map, const void *key, size_t bytes)
{
  uint64_t hash = hash_key (key, bytes);
  struct map_entry *entry;

  if (2 * map->n >= map->n_slots)
    grow_table (map);
  entry = find_slot (map, key, bytes, hash);
  if (entry->key == NULL)
    *entry = (struct map_entry){ key, bytes, hash, map->n++ };
  return entry;
}

const struct map_entry *
map_find (const struct map *map, const void *key, size_t bytes)
{
  const struct map_entry *entry;

  if (map->n == 0)
    return NULL;
  entry = find_slot (map, key, bytes, hash_key (key, bytes));
  return entry->key != NULL ? entry : NULL;
}

void
map_free (struct map *map)
{
  free (map->entry);
  *map = (struct map){ 0 };
}

/* ---- The pool ---- */

enum { BLOCK_BYTES = 1 << 16, ALIGNMENT = 16 };

struct pool_block {
  struct pool_block *next;
  size_t used, room;
  _Alignas(16) char data[];
};

static struct pool_block *
find_block (struct pool *pool, size_t bytes)
{
  struct pool_block *block = pool->block;
  size_t room = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;

  if (block != NULL && block->room - block->used >= bytes)
    return block;
  block = xcalloc (1, sizeof *block + room);
  block->room = room;
  block->next = pool->block;
  pool->block = block;
  return block;
}

void *
pool_alloc (struct pool *pool, size_t bytes)
{
  size_t whole = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  struct pool_block *block = find_block (pool, whole);
  void *memory = block->data + block->used;

  block->used += whole;
  return memory;
}

const void *
pool_intern (struct pool *pool, const void *data, size_t bytes)
{
  size_t before = pool->interned.n;
  struct map_entry *entry = map_find_or_add (&pool->interned, data, bytes);

  if (pool->interned.n > before) {
    void *copy = pool_alloc (pool, bytes);

    memcpy (copy, data, bytes);
    entry->key = copy;
  }
  return entry->key;
}

const char *
pool_text (struct pool *pool, const char *text)
{
  return text != NULL ? pool_intern (pool, text, strlen (text) + 1) : NULL;
}

const char *
pool_made (struct pool *pool, char *text)
{
  const char *kept = pool_text (pool, text);

  free (text);
  return kept;
}

void
pool_free (struct pool *pool)
{
  for (struct pool_block *block = pool->block, *next; block != NULL;
       block = next) {
    next = block->next;
    free (block);
  }
  map_free (&pool->interned);
  *pool = (struct pool){ 0 };
}

void
texts_add (struct pool *pool, struct texts *texts, const char *text)
{
  /* The array is full when n is a power of two, or 0. */
  if ((texts->n & (texts->n - 1)) == 0) {
    const char **grown = pool_alloc (pool, (2 * texts->n + 1) * sizeof *grown);

    for (size_t i = 0; i < texts->n; i++)
      grown[i] = texts->text[i];
    texts->text = grown;
  }
  texts->text[texts->n++] = pool_text (pool, text);
}

void
texts_add_once (struct pool *pool, struct texts *texts, char *text)
{
  if (!texts_contain (texts, text))
    texts_add (pool, texts, text);
  free (text);
}

bool
texts_contain (const struct texts *texts, const char *text)
{
  for (size_t i = 0; i < texts->n; i++)
    if (strcmp (texts->text[i], text) == 0)
      return true;
  return false;
}
