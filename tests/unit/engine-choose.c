/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the engine chooses for a product, on kernels that only have sizes; and
 * the parts and shares of blocks that share the inner dimension of a tile.
 */
#include <config.h>

#include "matmul/cuda/engine-parts.h"
#include "matmul/cuda/engine-rank.h"
#include "tests/unit/engine-finds.h"
#include "tests/unit/unit.h"

enum { UNITS = 132 };

static struct engine_kernel
find (int tile, struct engine_traits traits)
{
  static const int rows[ENGINE_TILES]
      = { 0, 128, 128, 128, 128, 128, 64, 64, 64, 64, 64, 128, 64 };
  static const int cols[ENGINE_TILES]
      = { 0, 256, 192, 160, 128, 64, 256, 128, 64, 32, 16, 256, 256 };
  const int elements = rows[tile] * cols[tile];

  return (struct engine_kernel){
    .kernel = tile == ENGINE_128x160
                      || (engine_is_fitted (tile) && traits.mn_major_b)
                      || (traits.moved && cols[tile] > 192)
                  ? NULL
                  : rows,
    .rows = rows[tile],
    .cols = cols[tile],
    .ping_pong = traits.ping_pong && tile == ENGINE_64xN,
    .splits = !traits.ping_pong && !engine_is_fitted (tile)
              && (elements > 64 * 64 || cols[tile] < 64)
              && elements <= 128 * 192,
    .fitted = engine_is_fitted (tile),
  };
}

/* Of bf16, C of rows x cols, so many steps of 64 elements. */
static struct engine_task
product (int rows, int cols, int steps)
{
  return (struct engine_task){
    .rows = rows,
    .cols = cols,
    .element_c = 2,
    .a_at.pitch = steps * 128,
    .b_at.pitch = steps * 128,
    .tiles.steps = steps,
  };
}

static struct engine_settings
choose (const struct engine_task *task, struct engine_settings settings)
{
  static const struct engine_kernels kernels = { .find = engine_find_bf16 };
  static const gk_device device = { .units = UNITS };

  engine_choose (task, &kernels, &device, &settings);
  return settings;
}

static int
splits (int rows, int cols, int steps)
{
  const struct engine_task task = product (rows, cols, steps);

  return choose (&task, (struct engine_settings){ 0 }).splits;
}

TEST (small_results_of_long_sums_are_split)
{
  assert_int_equal (splits (128, 128, 256), 8);
  assert_int_equal (splits (256, 256, 128), 8);
  assert_int_equal (splits (960, 256, 90), 4);
  assert_int_equal (splits (64, 64, 67), 8);
  /* Measured on an H100: slower, or no faster. */
  assert_int_equal (splits (3904, 144, 64), 1);
  assert_int_equal (splits (1024, 1024, 64), 1);
  assert_int_equal (splits (128, 4096, 64), 1);
  assert_int_equal (splits (128, 128, 2), 1);
  assert_int_equal (splits (512, 512, 8), 1);
  assert_int_equal (splits (1024, 1024, 16), 1);
}

static int
tile_of (int rows, int cols, int steps)
{
  const struct engine_task task = product (rows, cols, steps);

  return choose (&task, (struct engine_settings){ 0 }).tile;
}

/* Measured on an H200: 7168 x 2112 floats of 8 bits at 16 and 32 columns. */
TEST (few_columns_have_narrow_tiles)
{
  assert_int_equal (tile_of (2112, 16, 56), ENGINE_64x16);
  assert_int_equal (splits (2112, 16, 56), 2);
  assert_int_equal (tile_of (4096, 16, 56), ENGINE_64x16);
  assert_int_equal (tile_of (4096, 32, 56), ENGINE_64x32);
  assert_int_equal (tile_of (24576, 20, 12), ENGINE_64x32);
  assert_int_equal (tile_of (4096, 64, 56), ENGINE_64x64);
  assert_true (tile_of (4096, 40, 56) < ENGINE_64x32);
  /* Measured on an H200: bf16, 64 x 4288 x 64. */
  assert_int_equal (tile_of (64, 64, 67), ENGINE_64x16);
}

static int
tile_of_moved_sums (int size)
{
  static const struct engine_kernels kernels
      = { .find = engine_find_bf16, .traits = { .moved = true } };
  static const gk_device device = { .units = UNITS };
  const struct engine_task task = product (size, size, size / 128);
  struct engine_settings settings = { .moved = true };

  engine_choose (&task, &kernels, &device, &settings);
  return settings.tile;
}

/* Measured on an H200. */
TEST (sums_that_are_moved_have_wide_tiles_that_fill_the_last_wave)
{
  assert_int_equal (tile_of_moved_sums (8192), ENGINE_128x192);
  assert_int_equal (tile_of_moved_sums (4096), ENGINE_128x128);
}

static int
columns_of (int rows, int cols, int steps)
{
  const struct engine_task task = product (rows, cols, steps);

  return choose (&task, (struct engine_settings){ 0 }).columns;
}

/* Measured on an H200, in bf16: tiles so wide that one or two for each
 * multiprocessor are all; other sizes have a tile that is compiled for its
 * width. */
TEST (tiles_are_fitted_to_the_problem)
{
  struct engine_kernel kernel
      = find (ENGINE_128xN, (struct engine_traits){ 0 });
  const struct engine_task task = product (3968, 832, 36);

  assert_int_equal (tile_of (3968, 832, 36), ENGINE_128xN);
  assert_int_equal (columns_of (3968, 832, 36), 208);
  assert_int_equal (columns_of (704, 4736, 72), 216);
  assert_int_equal (columns_of (640, 3648, 55), 144);
  assert_int_equal (columns_of (4096, 4096, 64), 0);
  assert_int_equal (tile_of (4096, 4096, 64), ENGINE_128x256);
  assert_int_equal (
      choose (&task, (struct engine_settings){ .columns = 96 }).columns, 96);
  assert_true (
      choose (&task, (struct engine_settings){ .share = ENGINE_SHARE_LAST })
          .tile
      != ENGINE_128xN);
  for (int steps = 1; steps < 100; steps++) {
    const struct engine_task any = product (3968, 832, steps);
    const struct engine_settings pairs
        = { .tile = ENGINE_128xN, .cluster_rows = 2, .cluster_cols = 1 };

    assert_int_equal (choose (&any, pairs).columns % 16, 0);
  }
  /* None has so many: the kernel keeps its own, which engine_make refuses. */
  assert_int_equal (
      choose (&task,
              (struct engine_settings){ .tile = ENGINE_128xN, .columns = 77 })
          .columns,
      256);
  engine_fit_columns (&kernel, 208);
  assert_int_equal (kernel.cols, 208);
  assert_int_equal (kernel.stage, (128 + 208) * 128);
}

static double
cycles_of_columns (int columns, bool transposed)
{
  const struct engine_kernels kernels
      = { .find = engine_find_bf16, .traits = { .transposed = transposed } };
  static const gk_device device = { .units = UNITS };
  const struct engine_task task = product (4952, 784, 5);

  return engine_cycles (
      &task, &kernels, &device,
      &(struct engine_settings){ .tile = ENGINE_128xN, .columns = columns });
}

/* Those of C itself store by threads what fills no box of 64 columns. */
TEST (tiles_of_the_transpose_are_preferred_where_columns_fill_no_box)
{
  assert_true (cycles_of_columns (136, true) < cycles_of_columns (136, false));
  assert_true (cycles_of_columns (128, true) == cycles_of_columns (128, false));
}

/* Measured on an H200: 1728 x 5120 x 4160 took 117.2 us by pairs of tiles, in
 * six waves, 100.2 by single ones, in five. */
TEST (pairs_of_tiles_take_no_further_wave)
{
  const struct engine_task whole = product (4096, 4096, 64);
  const struct engine_task odd = product (4160, 5120, 27);
  const struct engine_settings s = { .tile = ENGINE_128x256 };

  assert_int_equal (choose (&whole, s).cluster_rows, 2);
  assert_int_equal (choose (&odd, s).cluster_rows, 1);
}

/* Measured on an H200: groups that break tiles share the last wave of large
 * tiles; even ones have clusters of two. */
TEST (groups_share_their_last_wave)
{
  static const struct engine_kernels kernels = { .find = engine_find_bf16 };
  static const gk_device device = { .units = UNITS };
  static const int32_t drawn[]
      = { 0, 1100, 2200, 3300, 4400, 5500, 6600, 7700, 8192 };
  static const int32_t even[]
      = { 0, 1024, 2048, 3072, 4096, 5120, 6144, 7168, 8192 };
  const struct engine_task task = product (8192, 4096, 64);
  struct engine_settings s = { 0 };

  engine_choose_for_groups (&task, &kernels, &device, drawn, 8, &s);
  assert_int_equal (s.tile, ENGINE_128x256);
  assert_int_equal (s.cluster_rows, 1);
  assert_int_equal (s.share, ENGINE_SHARE_LAST);
  s = (struct engine_settings){ 0 };
  engine_choose_for_groups (&task, &kernels, &device, even, 8, &s);
  assert_int_equal (s.cluster_rows, 2);
  assert_int_equal (s.share, ENGINE_SHARE_AUTO);
  s = (struct engine_settings){ .share = ENGINE_SHARE_NONE };
  engine_choose_for_groups (&task, &kernels, &device, drawn, 8, &s);
  assert_int_equal (s.share, ENGINE_SHARE_NONE);
}

/* Measured on an H200: 10.4 us, 12.7 with tiles of 128 x 64. */
TEST (a_wave_of_16_bits_has_tiles_of_64_rows)
{
  const struct engine_task task = product (2624, 256, 30);
  const struct engine_settings s
      = choose (&task, (struct engine_settings){ 0 });

  assert_int_equal (s.tile, ENGINE_64xN);
  assert_int_equal (s.columns, 88);
  assert_int_equal (s.cluster_rows * s.cluster_cols, 1);
}

static int
blocks_of (const struct engine_settings *s)
{
  return s->cluster_rows * s->cluster_cols;
}

/* How many of the first n differ from these settings by their columns alone;
 * none is the same. */
static int
count_alike (const struct engine_ranked *ranked, int n,
             const struct engine_settings *s)
{
  int alike = 0;

  for (int i = 0; i < n; i++) {
    struct engine_settings other = ranked[i].settings;

    assert_memory_not_equal (&other, s, sizeof other);
    other.columns = s->columns;
    alike += memcmp (&other, s, sizeof other) == 0;
  }
  return alike;
}

/* The first with as many blocks as what is chosen is that; each is what is
 * chosen where it is requested.  Of a tile in a cluster there are eight
 * widths at most, where blocks have several tiles, and fewer else. */
TEST (settings_are_ranked_by_their_cycles)
{
  static const struct engine_kernels kernels = { .find = engine_find_bf16 };
  static const gk_device device = { .units = UNITS };
  static const int sizes[][3]
      = { { 1024, 1024, 16 }, { 4096, 4096, 64 }, { 304, 1792, 87 } };
  static const int most_alike[] = { 7, 7, 4 };
  struct engine_ranked ranked[engine_most_ranked];

  for (size_t i = 0; i < GK_COUNT (sizes); i++) {
    const struct engine_task task
        = product (sizes[i][0], sizes[i][1], sizes[i][2]);
    struct engine_settings s = { 0 };
    const int n = engine_rank (&task, &kernels, &device, &s, ranked,
                               engine_most_ranked);
    int first = 0, most = 0;

    s = choose (&task, s);
    /* The list has room for all. */
    assert_in_range (n, 21, engine_most_ranked - 1);
    while (first < n && blocks_of (&ranked[first].settings) != blocks_of (&s))
      first++;
    assert_true (first < n);
    assert_true (first == 0 || blocks_of (&s) == 1);
    assert_int_equal (ranked[first].settings.tile, s.tile);
    assert_int_equal (ranked[first].settings.columns, s.columns);
    assert_int_equal (ranked[first].settings.splits, s.splits);
    for (int j = 0; j < n; j++) {
      const struct engine_settings *const r = &ranked[j].settings;

      assert_true (j == 0 || ranked[j].cycles >= ranked[j - 1].cycles);
      s = choose (&task, *r);
      assert_int_equal (s.tile, r->tile);
      assert_int_equal (s.columns, r->columns);
      assert_int_equal (s.cluster_rows, r->cluster_rows);
      assert_int_equal (s.cluster_cols, r->cluster_cols);
      assert_int_equal (s.splits, r->splits);
      const int alike = count_alike (ranked, j, r);

      assert_true (alike < 8);
      most = alike > most ? alike : most;
    }
    assert_int_equal (most, most_alike[i]);
  }
}

/* In one wave none is chosen with a cluster; but those of up to eight blocks
 * are among what is timed, as far as there are so many tiles. */
TEST (clusters_in_one_wave_are_ranked)
{
  static const struct engine_kernels kernels = { .find = engine_find_bf16 };
  static const gk_device device = { .units = UNITS };
  const struct engine_task task = product (304, 1792, 87);
  const struct engine_settings s = { 0 };
  struct engine_ranked ranked[engine_most_ranked];
  const int n
      = engine_rank (&task, &kernels, &device, &s, ranked, engine_most_ranked);
  int of_four = 0, of_eight = 0, of_128_rows = 0;

  for (int i = 0; i < n; i++) {
    const struct engine_settings *const r = &ranked[i].settings;
    const struct engine_kernel tile
        = find (r->tile, (struct engine_traits){ 0 });

    of_four += blocks_of (r) == 4;
    of_eight += blocks_of (r) == 8;
    of_128_rows += blocks_of (r) > 1 && tile.rows == 128;
    assert_true (r->cluster_rows <= (304 + tile.rows - 1) / tile.rows);
  }
  assert_true (of_four > 0);
  assert_true (of_eight > 0);
  assert_true (of_128_rows > 0);
}

/* Fitted tiles of 64 rows are timed with consumers that alternate where sums
 * are short, and with one where they are long; by its model alone the engine
 * chooses one. */
TEST (consumers_alternate_where_sums_are_short)
{
  static const struct engine_kernels kernels = { .find = engine_find_bf16 };
  static const gk_device device = { .units = UNITS };
  struct engine_ranked ranked[engine_most_ranked];

  for (int steps = 2; steps <= 40; steps += 38) {
    const struct engine_task task = product (2048, 2048, steps);
    struct engine_settings s = { 0 };
    const int n = engine_rank (&task, &kernels, &device, &s, ranked,
                               engine_most_ranked);
    int of_64 = 0;

    for (int i = 0; i < n; i++)
      if (ranked[i].settings.tile == ENGINE_64xN) {
        of_64++;
        assert_int_equal (ranked[i].settings.schedule,
                          steps == 2 ? ENGINE_PING_PONG : ENGINE_COOPERATIVE);
      }
    assert_true (of_64 > 0);
    s.tile = ENGINE_64xN;
    assert_int_equal (choose (&task, s).schedule, ENGINE_COOPERATIVE);
    s.schedule = ENGINE_PING_PONG;
    assert_int_equal (choose (&task, s).schedule, ENGINE_PING_PONG);
    assert_in_range (choose (&task, s).columns, 24, 248);
  }
}

/* All columns are loaded, by blocks whose lines begin with the swizzle. */
TEST (blocks_share_the_columns_of_a_tile)
{
  assert_int_equal (engine_lines_of_block (64, 4), 16);
  assert_int_equal (engine_lines_of_block (48, 4), 16);
  assert_int_equal (engine_lines_of_block (16, 4), 8);
  assert_int_equal (engine_lines_of_block (80, 4), 40);
  assert_int_equal (engine_lines_of_block (104, 2), 104);
  for (int blocks = 1; blocks <= engine_most_cluster; blocks *= 2)
    for (int lines = 8; lines <= 256; lines += 8) {
      const int each = engine_lines_of_block (lines, blocks);

      assert_int_equal (each % 8, 0);
      assert_int_equal (lines % each, 0);
      assert_true (each * blocks >= lines);
    }
}

TEST (several_waves_are_not_split)
{
  assert_int_equal (splits (4096, 4096, 64), 1);
  assert_int_equal (splits (8192, 8192, 512), 1);
}

/* The clusters that were chosen run at the same time. */
TEST (a_split_fills_the_device_once)
{
  for (int rows = 64; rows <= 4096; rows += 64)
    for (int steps = 16; steps <= 1024; steps *= 2) {
      const struct engine_task task = product (rows, 128, steps);
      const struct engine_settings s
          = choose (&task, (struct engine_settings){ 0 });
      const struct engine_kernel k = find (s.tile, (struct engine_traits){ 0 });
      const int tiles = (rows + k.rows - 1) / k.rows * (128 / k.cols + 1);

      if (s.splits == 1)
        continue;
      assert_true (k.splits);
      assert_int_equal (s.cluster_rows * s.cluster_cols, 1);
      assert_int_equal (s.schedule, ENGINE_COOPERATIVE);
      assert_true (tiles * s.splits < 2 * UNITS);
    }
}

TEST (a_request_is_kept_as_far_as_it_can_be)
{
  const struct engine_task task = product (1024, 1024, 16);
  struct engine_task other = product (1024, 1024, 3);
  struct engine_settings s = { .splits = 4 };

  assert_int_equal (choose (&task, s).splits, 4);
  /* No part is empty. */
  assert_int_equal (choose (&other, s).splits, 2);
  other.tiles.steps = 1;
  assert_int_equal (choose (&other, s).splits, 1);
  other = task;
  other.digits.planes = 4;
  assert_int_equal (choose (&other, s).splits, 1);
  s.cluster_rows = s.cluster_cols = 2;
  assert_int_equal (choose (&task, s).cluster_rows, 1);
  s.tile = ENGINE_128x256;
  assert_int_equal (choose (&task, s).splits, 1);
  s.tile = ENGINE_128x128;
  assert_int_equal (choose (&task, s).splits, 4);
  s.tile = ENGINE_AUTO;
  s.schedule = ENGINE_PING_PONG;
  assert_int_equal (choose (&task, s).splits, 1);
  assert_int_equal (choose (&task, s).tile, ENGINE_64xN);
}

TEST (other_ways_to_share_are_not_overridden)
{
  const struct engine_task task = product (128, 128, 256);
  const struct engine_settings shared = { .share = ENGINE_SHARE_LAST };
  const struct engine_settings multicast
      = { .cluster_rows = 2, .cluster_cols = 1 };

  assert_int_equal (choose (&task, shared).splits, 1);
  assert_int_equal (choose (&task, multicast).splits, 1);
  assert_int_equal (choose (&task, multicast).cluster_rows, 2);
}

/* A cluster that shares a tile computes no other. */
TEST (each_cluster_has_one_tile)
{
  static const struct engine_kernels kernels = { .find = engine_find_bf16 };
  struct engine_task task = product (2048, 2048, 128);
  const struct engine_settings s
      = choose (&task, (struct engine_settings){ .splits = 4 });
  const struct engine_kernel k = find (s.tile, (struct engine_traits){ 0 });

  task.cluster_rows = task.cluster_cols = 1;
  task.splits_log2 = 2;
  task.tiles.bands.down = 2048 / k.rows;
  task.tiles.bands.across = (2048 + k.cols - 1) / k.cols;
  engine_assign_tiles (&task, &kernels, 29, &s);
  assert_int_equal (task.tiles.blocks,
                    task.tiles.bands.down * task.tiles.bands.across);
  assert_int_equal (task.tiles.sharers, 0);
}

TEST (parts_have_all_steps)
{
  for (int log2 = 0; log2 <= engine_most_splits_log2; log2++)
    for (int steps = 1 << log2; steps < 500; steps++) {
      const struct stream_k tiles = { .steps = steps };
      int end = 0;

      for (int part = 0; part < 1 << log2; part++) {
        struct stream_k_walk walk = { 0 };

        stream_k_split (&tiles, log2, part, &walk);
        assert_int_equal (walk.part.first, end);
        assert_true (walk.part.end > end);
        end = walk.part.end;
      }
      assert_int_equal (end, steps);
    }
}

TEST (shares_have_all_groups_inside)
{
  for (int log2 = 1; log2 <= engine_most_splits_log2; log2++)
    for (int cols = 64; cols <= 256; cols += 32)
      for (int inside = 1; inside <= cols + 9; inside++) {
        const struct engine_groups g = engine_groups_of (inside, cols, log2);
        int sum = 0;

        for (int part = 0; part < 1 << log2; part++) {
          const int n = engine_groups_in_share (&g, part);

          /* Behind the groups before. */
          assert_true (n == 0 || sum == part * g.each);
          sum += n;
        }
        assert_int_equal (sum, ((inside < cols ? inside : cols) + 7) / 8);
        assert_true (128 / 64 * (cols / 8 + (g.each << log2)) * 2048
                     <= engine_parts_bytes (128, cols, log2));
      }
}

TEST (the_sums_of_a_tile_fit_twice_into_shared_memory)
{
  for (int tile = 1; tile < ENGINE_TILES; tile++)
    for (int log2 = 1; log2 <= engine_most_splits_log2; log2++) {
      const struct engine_kernel k = find (tile, (struct engine_traits){ 0 });

      if (k.splits)
        assert_true (engine_parts_bytes (k.rows, k.cols, log2) <= 226 * 1024);
    }
}
