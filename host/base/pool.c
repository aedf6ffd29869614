/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>
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
block_for (struct pool *pool, size_t bytes)
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
  struct pool_block *block = block_for (pool, whole);
  void *memory = block->data + block->used;

  block->used += whole;
  return memory;
}

/* FNV-1a. */
static size_t
hash (const char *text)
{
  uint64_t h = UINT64_C (0xcbf29ce484222325);

  for (; *text != '\0'; text++)
    h = (h ^ (unsigned char)*text) * UINT64_C (0x100000001b3);
  return (size_t)(h ^ h >> 32);
}

/* Where a text is, or would be. */
static const char **
place_of (const struct pool *pool, const char *text)
{
  size_t i = hash (text) & (pool->n_places - 1);

  while (pool->text[i] != NULL && strcmp (pool->text[i], text) != 0)
    i = (i + 1) & (pool->n_places - 1);
  return &pool->text[i];
}

/* Doubles the table, so that half of it at least is free. */
static void
grow_table (struct pool *pool)
{
  struct pool old = *pool;

  pool->n_places = old.n_places > 0 ? 2 * old.n_places : 64;
  pool->text = xcalloc (pool->n_places, sizeof *pool->text);
  for (size_t i = 0; i < old.n_places; i++)
    if (old.text[i] != NULL)
      *place_of (pool, old.text[i]) = old.text[i];
  free (old.text);
}

const char *
pool_text (struct pool *pool, const char *text)
{
  const char **place;
  char *copy;

  if (text == NULL)
    return NULL;
  if (2 * pool->n_texts >= pool->n_places)
    grow_table (pool);
  place = place_of (pool, text);
  if (*place == NULL) {
    copy = pool_alloc (pool, strlen (text) + 1);
    strcpy (copy, text);
    *place = copy;
    pool->n_texts++;
  }
  return *place;
}

void
pool_free (struct pool *pool)
{
  for (struct pool_block *block = pool->block, *next; block != NULL;
       block = next) {
    next = block->next;
    free (block);
  }
  free (pool->text);
  *pool = (struct pool){ 0 };
}
