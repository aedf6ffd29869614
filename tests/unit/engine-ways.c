/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine's settings as ways of a variant: in which order they are timed,
 * and what becomes the value of which tunable.
 */
#include <config.h>

#include "matmul/cuda/engine-variant.h"
#include "matmul/cuda/engine-ways.h"
#include "tests/unit/unit.h"

/* Ranked: of two tiles, one twice. */
static const struct engine_settings ranked_settings[]
    = { { .tile = ENGINE_64x64,
          .schedule = ENGINE_PING_PONG,
          .cluster_rows = 1,
          .cluster_cols = 1,
          .splits = 4,
          .share = ENGINE_SHARE_NONE },
        { .tile = ENGINE_64x64,
          .schedule = ENGINE_COOPERATIVE,
          .cluster_rows = 2,
          .cluster_cols = 2,
          .splits = 1,
          .share = ENGINE_SHARE_LAST },
        { .tile = ENGINE_64xN,
          .columns = 88,
          .schedule = ENGINE_COOPERATIVE,
          .cluster_rows = 1,
          .cluster_cols = 1,
          .splits = 1,
          .share = ENGINE_SHARE_AUTO } };

/* How many are ranked. */
static int n_ranked = (int)GK_COUNT (ranked_settings);

int
engine_rank_for (const gk_device *device, const gk_matmul *problem,
                 const struct engine_settings *settings,
                 struct engine_ranked *ranked, int most)
{
  (void)device, (void)problem;
  assert_true (settings->moved);
  assert_true (most >= n_ranked);
  for (int i = 0; i < n_ranked; i++)
    ranked[i].settings = ranked_settings[i];
  return n_ranked;
}

enum { STAGES, CLUSTER, TILE, SPLITS, SHARE, SCHEDULE, COLUMNS, N_OPTIONS };

/* At most so many of a variant's, whose tunables are in another order. */
static int
list_ways (struct way *ways, int most)
{
  static gk_option options[N_OPTIONS];
  const gk_variant v = { .options = options, .n_options = N_OPTIONS };
  const gk_matmul p = { .m = 64, .n = 64, .k = 64 };
  const gk_device device = { .units = 132 };
  const struct engine_settings moved = { .moved = true };
  struct way own;

  options[STAGES] = engine_stages_option ();
  options[CLUSTER] = engine_cluster_option ();
  options[TILE] = engine_tile_option ();
  options[SPLITS] = engine_splits_option ();
  options[SHARE] = engine_share_option ();
  options[SCHEDULE] = engine_schedule_option ();
  options[COLUMNS] = (gk_option){ .name = "columns", .type = GK_INT };
  own = way_by_default ("own", v);
  return engine_ways (&p, &device, &moved, &own, ways, most);
}

TEST (each_tile_comes_before_any_comes_again)
{
  struct way ways[WAYS_MOST];

  assert_int_equal (list_ways (ways, WAYS_MOST), 4);
  assert_int_equal (ways[0].values[TILE].i, ENGINE_AUTO);
  assert_int_equal (ways[1].values[TILE].i, ENGINE_64x64);
  assert_int_equal (ways[2].values[TILE].i, ENGINE_64xN);
  assert_int_equal (ways[3].values[TILE].i, ENGINE_64x64);
  assert_int_equal (list_ways (ways, 3), 3);
  assert_int_equal (ways[2].values[TILE].i, ENGINE_64xN);
}

TEST (values_are_those_of_the_settings)
{
  struct way ways[WAYS_MOST];

  list_ways (ways, WAYS_MOST);
  assert_int_equal (ways[0].values[CLUSTER].i, 0);
  assert_int_equal (ways[0].values[SPLITS].i, 0);
  for (int i = 1; i < 4; i++) {
    const struct engine_settings *const s = &ranked_settings[i == 1   ? 0
                                                             : i == 2 ? 2
                                                                      : 1];
    const gk_value *const values = ways[i].values;
    struct engine_settings at = { 0 };

    assert_string_equal (ways[i].name, "own");
    engine_set_cluster (&at, values[CLUSTER].i);
    assert_int_equal (at.cluster_rows, s->cluster_rows);
    assert_int_equal (at.cluster_cols, s->cluster_cols);
    assert_int_equal (1 << (values[SPLITS].i - 1), s->splits);
    assert_int_equal (values[SHARE].i, s->share);
    assert_int_equal (values[SCHEDULE].i, s->schedule);
    assert_int_equal (values[COLUMNS].i, s->columns);
    /* Not ranked. */
    assert_int_equal (values[STAGES].i, 0);
  }
}

TEST (where_none_is_ranked_its_own_way_is_all)
{
  struct way ways[WAYS_MOST];

  n_ranked = 0;
  assert_int_equal (list_ways (ways, WAYS_MOST), 1);
  assert_int_equal (ways[0].values[TILE].i, ENGINE_AUTO);
  n_ranked = (int)GK_COUNT (ranked_settings);
}
