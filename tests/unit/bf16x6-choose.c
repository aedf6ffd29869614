/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How bf16x6's tiles and splits are ranked.
 */
#include <config.h>

#include "matmul/cuda/bf16x6.h"
#include "tests/unit/unit.h"

enum { all = 2 * (BF16X6_TILES - 1) };

/* Of a device of 132 multiprocessors, 16 or 18 of which are neighbours. */
static const struct bf16x6_room room
    = { { { 0, 132, 66, 42, 32, 24, 20, 16, 15 },
          { 0, 264, 132, 84, 66, 50, 42, 34, 32 } } };

static const struct bf16x6_choice any = { 0, 0 };

/* n: the inner dimension. */
static gk_matmul
product (int64_t m, int64_t n, int64_t k)
{
  return (gk_matmul){ .m = m, .n = n, .k = k, .batch = 1 };
}

static struct bf16x6_choice
first_for (gk_matmul p)
{
  struct bf16x6_choice ranked[all];

  assert_int_equal (bf16x6_rank (&p, &room, &any, ranked, 1), 1);
  return ranked[0];
}

TEST (large_products_have_the_largest_tile)
{
  const struct bf16x6_choice c = first_for (product (4096, 4096, 4096));

  assert_int_equal (c.tile, BF16X6_128x128);
  assert_int_equal (c.splits, 1);
}

/* Ten tiles of a long sum. */
TEST (few_tiles_are_split)
{
  const struct bf16x6_choice c = first_for (product (128, 4096, 1280));

  assert_true (c.splits > 1);
  assert_int_equal (first_for (product (128, 64, 1280)).splits, 1);
}

/* 20 clusters of seven or eight would not run at once. */
TEST (clusters_that_do_not_fit_wait)
{
  const struct bf16x6_choice set = { BF16X6_128x128, 0 };
  const gk_matmul p = product (128, 3520, 2560);
  struct bf16x6_choice ranked[all];

  assert_int_equal (bf16x6_rank (&p, &room, &set, ranked, all), 2);
  assert_int_equal (ranked[0].tile, BF16X6_128x128);
  assert_int_equal (ranked[0].splits, 6);
  assert_int_equal (ranked[1].splits, 5);
}

/* Each product has a tile, and waits for others. */
TEST (batches_fill_the_device)
{
  gk_matmul p = product (64, 512, 64);

  assert_true (first_for (p).splits > 1);
  p.batch = 1000;
  assert_int_equal (first_for (p).splits, 1);
}

/* One block of 64 x 64 has a multiprocessor. */
TEST (blocks_that_are_alone_are_faster)
{
  assert_int_equal (first_for (product (192, 1024, 192)).tile, BF16X6_64x64);
}

TEST (steps_are_not_split)
{
  const gk_matmul p = product (128, 64, 1280);
  struct bf16x6_choice ranked[all];

  assert_int_equal (bf16x6_rank (&p, &room, &any, ranked, all),
                    BF16X6_TILES - 1);
}

/* The driver did not say. */
TEST (without_room_there_is_a_choice)
{
  static const struct bf16x6_room none;
  const gk_matmul p = product (512, 512, 512);
  struct bf16x6_choice ranked[all];

  assert_int_equal (bf16x6_rank (&p, &none, &any, ranked, all), all);
}

TEST (thin_products_have_tiles_that_lie_along_them)
{
  assert_int_equal (first_for (product (32, 4096, 4096)).tile, BF16X6_32x64);
  assert_int_equal (first_for (product (4096, 4096, 32)).tile, BF16X6_64x32);
}

TEST (each_tile_is_ranked_twice)
{
  const gk_matmul p = product (512, 512, 512);
  struct bf16x6_choice ranked[all];
  int times[BF16X6_TILES] = { 0 };

  assert_int_equal (bf16x6_rank (&p, &room, &any, ranked, all), all);
  for (int i = 0; i < all; i++) {
    assert_in_range (ranked[i].splits, 1, bf16x6_most_splits);
    times[ranked[i].tile]++;
  }
  for (int i = 1; i < BF16X6_TILES; i++)
    assert_int_equal (times[i], 2);
  assert_int_equal (bf16x6_rank (&p, &room, &any, ranked, 3), 3);
}

TEST (what_is_set_stays)
{
  const struct bf16x6_choice set = { BF16X6_64x32, 7 };
  const gk_matmul p = product (512, 64, 512);
  struct bf16x6_choice ranked[all];

  assert_int_equal (bf16x6_rank (&p, &room, &set, ranked, all), 1);
  assert_int_equal (ranked[0].tile, BF16X6_64x32);
  assert_int_equal (ranked[0].splits, 7);
}
