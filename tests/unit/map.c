/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The hash table, and what a pool keeps once by it.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "tests/unit/unit.h"

enum { MANY = 10000 };

TEST (keys_are_numbered_as_they_come)
{
  static int key[MANY];
  struct map map = { 0 };
  const int none = -1;

  assert_null (map_find (&map, &none, sizeof none));
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < MANY; i++) {
      key[i] = i * 64;
      assert_int_equal (map_find_or_add (&map, &key[i], sizeof key[i])->number,
                        i);
    }
  assert_int_equal (map.n, MANY);
  assert_int_equal (map_find (&map, &key[7], sizeof key[7])->number, 7);
  assert_null (map_find (&map, &none, sizeof none));
  /* A part of a key is another key. */
  assert_null (map_find (&map, &key[7], sizeof key[7] - 1));
  map_free (&map);
}

TEST (a_pool_keeps_a_text_once)
{
  struct pool pool = { 0 };
  char text[] = "text";
  const char *kept = pool_text (&pool, text);

  assert_ptr_not_equal (kept, text);
  text[0] = 'T';
  assert_string_equal (kept, "text");
  assert_ptr_equal (pool_text (&pool, "text"), kept);
  assert_ptr_not_equal (pool_text (&pool, text), kept);
  assert_ptr_not_equal (pool_intern (&pool, "text", 4), kept);
  assert_string_equal (pool_text (&pool, ""), "");
  assert_null (pool_text (&pool, NULL));
  pool_free (&pool);
}

TEST (a_pool_has_room_for_anything)
{
  struct pool pool = { 0 };
  char *large;

  for (size_t bytes = 1; bytes < 1u << 20; bytes *= 3) {
    large = pool_alloc (&pool, bytes);
    assert_int_equal ((uintptr_t)large % 16, 0);
    for (size_t i = 0; i < bytes; i++)
      assert_int_equal (large[i], 0);
    memset (large, 1, bytes);
  }
  pool_free (&pool);
}
