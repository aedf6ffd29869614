/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Work in parts: each byte is in one of them, whatever the size.
 */
#include <config.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "base/xalloc.h"
#include "tests/unit/unit.h"

/* Sizes at which another thread begins, some bytes to either side of them, and
 * ones with far more of them than there are cores. */
static const size_t around[]
    = { 0, 4 << 20, 8 << 20, 12 << 20, 32 << 20, 36 << 20, 40 << 20 };
static const ptrdiff_t beside[] = { -65, -64, -1, 0, 1, 63, 64, 65 };

enum { PARTS = 64 };

struct parts {
  pthread_mutex_t lock;
  size_t from[PARTS], end[PARTS], n;
};

static void
note (void *user, size_t from, size_t end)
{
  struct parts *parts = user;

  pthread_mutex_lock (&parts->lock);
  if (parts->n < PARTS) {
    parts->from[parts->n] = from;
    parts->end[parts->n] = end;
  }
  parts->n++;
  pthread_mutex_unlock (&parts->lock);
}

/* Where the part ends that begins at a byte; there is one. */
static size_t
end_of_part_at (struct parts *parts, size_t from)
{
  for (size_t i = 0; i < parts->n; i++)
    if (parts->from[i] == from && parts->end[i] > from)
      return parts->end[i];
  fail_msg ("no part begins at %zu", from);
  return 0;
}

static void
expect_all_once (size_t bytes)
{
  struct parts parts = { .lock = PTHREAD_MUTEX_INITIALIZER };
  size_t sum = 0;

  parallel_run (bytes, note, &parts);
  assert_true (parts.n <= PARTS);
  for (size_t i = 0; i < parts.n; i++) {
    assert_true (parts.from[i] <= parts.end[i] && parts.end[i] <= bytes);
    assert_true (parts.from[i] % 64 == 0 || parts.from[i] == bytes);
    sum += parts.end[i] - parts.from[i];
  }
  assert_int_equal (sum, bytes);
  for (size_t at = 0; at < bytes;)
    at = end_of_part_at (&parts, at);
}

TEST (all_bytes_once)
{
  for (size_t i = 0; i < sizeof around / sizeof around[0]; i++)
    for (size_t j = 0; j < sizeof beside / sizeof beside[0]; j++)
      if (beside[j] >= 0 || around[i] > 0)
        expect_all_once (around[i] + (size_t)beside[j]);
}

TEST (copies_end_where_they_should)
{
  const size_t most = (8 << 20) + 65, room = most + 64;
  unsigned char *from = xmalloc (room), *to = xmalloc (room);

  for (size_t i = 0; i < room; i++)
    from[i] = (unsigned char)(i * 31 >> 3 | 1);
  for (size_t j = 0; j < sizeof beside / sizeof beside[0]; j++) {
    size_t bytes = (8 << 20) + (size_t)beside[j];

    memset (to, 0, room);
    parallel_copy (to, from, bytes);
    assert_memory_equal (to, from, bytes);
    for (size_t i = bytes; i < room; i++)
      assert_int_equal (to[i], 0);
  }
  free (from);
  free (to);
}

TEST (a_copy_of_nothing)
{
  char to = 'a', from = 'b';

  parallel_copy (&to, &from, 0);
  assert_int_equal (to, 'a');
}
