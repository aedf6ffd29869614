/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "base/xalloc.h"

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

bool
texts_contain (const struct texts *texts, const char *text)
{
  for (size_t i = 0; i < texts->n; i++)
    if (strcmp (texts->text[i], text) == 0)
      return true;
  return false;
}
