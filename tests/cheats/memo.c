/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "memo.h"

enum { KEPT = 8 };

struct memo {
  unsigned next;
  uint64_t key[KEPT];
  void *output[KEPT];
};

int
memo_prepare (const gk_host *host, const gk_device *device, const void *problem,
              const gk_value *values, void **state)
{
  struct memo *memo = host->alloc (host, sizeof *memo);

  (void)device, (void)problem, (void)values;
  *state = memo;
  if (memo == NULL)
    return GK_FAIL;
  *memo = (struct memo){ 0 };
  return GK_OK;
}

void
memo_release (const gk_host *host, void *state)
{
  struct memo *memo = state;

  for (int i = 0; i < KEPT; i++)
    host->free (host, memo->output[i]);
  host->free (host, memo);
}

const void *
memo_find (const struct memo *memo, uint64_t key)
{
  for (int i = 0; i < KEPT; i++)
    if (memo->output[i] != NULL && memo->key[i] == key)
      return memo->output[i];
  return NULL;
}

void
memo_keep (const gk_host *host, struct memo *memo, uint64_t key,
           const void *output, size_t bytes)
{
  const unsigned i = memo->next++ % KEPT;

  host->free (host, memo->output[i]);
  memo->key[i] = key;
  memo->output[i] = host->alloc (host, bytes);
  if (memo->output[i] != NULL)
    memcpy (memo->output[i], output, bytes);
}

void
memo_keep_last (const gk_host *host, struct memo *memo, uint64_t key,
                const void *output, size_t bytes)
{
  void *const kept = (void *)(uintptr_t)memo_find (memo, key);

  if (kept != NULL)
    memcpy (kept, output, bytes);
  else
    memo_keep (host, memo, key, output, bytes);
}
