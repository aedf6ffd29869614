/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The tiles of groups of rows: each row is of one tile, and no tile has rows of
 * two groups; and the tile that is chosen for their sizes.
 */
#include <config.h>

#include "matmul/cuda/engine-groups.h"
#include "tests/unit/engine-finds.h"
#include "tests/unit/unit.h"

enum { UNITS = 132, GROUPS = 64, MOST = 4096 };

static struct engine_group_rows tiles[MOST];

/* Each row once, in order, and the tiles of a cluster in one group. */
static void
check (const int32_t *lines, int64_t groups, int rows, int of_cluster)
{
  const int n = engine_group_tiles (lines, groups, rows, of_cluster, NULL);
  int next = 0;

  assert_true (n <= MOST);
  assert_int_equal (engine_group_tiles (lines, groups, rows, of_cluster, tiles),
                    n);
  assert_int_equal (n % of_cluster, 0);
  for (int i = 0; i < n; i++) {
    const struct engine_group_rows *t = &tiles[i];
    const int end = t->first + rows < t->end ? t->first + rows : t->end;

    assert_int_equal (t->group, tiles[i - i % of_cluster].group);
    assert_int_equal (t->end, lines[t->group + 1]);
    assert_int_equal (t->reserved, 0);
    if (t->first >= t->end)
      continue;
    assert_int_equal (t->first, next);
    assert_true (t->first >= lines[t->group]);
    next = end;
  }
  assert_int_equal (next, lines[groups]);
}

TEST (each_row_is_of_one_tile_of_its_group)
{
  static const int32_t few[] = { 0, 0, 1, 129, 129, 385, 640, 640 };
  int32_t lines[GROUPS + 1] = { 0 };

  for (int g = 0; g < GROUPS; g++)
    lines[g + 1] = lines[g] + g * g * 37 % 301 * (g % 5 != 0);
  for (int rows = 64; rows <= 128; rows *= 2)
    for (int of_cluster = 1; of_cluster <= 4; of_cluster *= 2) {
      check (few, 7, rows, of_cluster);
      check (lines, GROUPS, rows, of_cluster);
    }
  assert_int_equal (engine_group_tiles (few, 7, 128, 1, NULL), 1 + 1 + 2 + 2);
  assert_int_equal (engine_group_tiles (few, 7, 128, 2, NULL), 2 + 2 + 2 + 2);
}

TEST (groups_that_begin_between_16_bytes_are_found)
{
  static const int32_t lines[] = { 0, 8, 24, 27, 27, 32 };

  assert_true (engine_groups_begin_at (lines, 3, 8));
  assert_false (engine_groups_begin_at (lines, 5, 8));
  /* Of those one has no lines. */
  assert_false (engine_groups_begin_at (lines + 3, 2, 8));
  assert_true (engine_groups_begin_at (lines + 3, 1, 8));
}

/* Of four tiles, as there are for groups. */
static struct engine_kernel
find (int tile, struct engine_traits traits)
{
  static const int rows[ENGINE_TILES] = { 0, 128, 0, 0, 128, 0, 0, 64, 64 };
  static const int cols[ENGINE_TILES] = { 0, 256, 0, 0, 128, 0, 0, 128, 64 };

  return (struct engine_kernel){
    .kernel = rows[tile] > 0 && !traits.ping_pong ? rows : NULL,
    .rows = rows[tile],
    .cols = cols[tile],
  };
}

/* What is chosen for groups of so many rows each. */
static struct engine_settings
choose (int groups, int rows, int cols, struct engine_settings settings)
{
  static const struct engine_kernels kernels = { .find = find };
  static const gk_device device = { .units = UNITS };
  int32_t lines[GROUPS + 1];
  const struct engine_task task = {
    .rows = groups * rows, .cols = cols, .element_c = 2, .tiles.steps = 64
  };

  for (int g = 0; g <= groups; g++)
    lines[g] = g * rows;
  engine_choose_for_groups (&task, &kernels, &device, lines, groups, &settings);
  return settings;
}

TEST (the_tile_follows_the_sizes_of_groups)
{
  const struct engine_settings none = { 0 };
  struct engine_settings s = choose (8, 1024, 4096, none);

  assert_int_equal (s.tile, ENGINE_128x256);
  assert_int_equal (s.cluster_rows, 2);
  /* Two tiles down would be three quarters idle. */
  s = choose (64, 100, 4096, none);
  assert_int_equal (s.cluster_rows, 1);
  s = choose (64, 8, 4096, none);
  assert_int_equal (find (s.tile, (struct engine_traits){ 0 }).rows, 64);
}

TEST (what_the_suite_requests_stays)
{
  const struct engine_settings both
      = { .tile = ENGINE_64x128, .cluster_rows = 1, .cluster_cols = 2 };
  const struct engine_settings s = choose (8, 1024, 4096, both);

  assert_int_equal (s.tile, ENGINE_64x128);
  assert_int_equal (s.cluster_rows, 1);
  assert_int_equal (s.cluster_cols, 2);
}
