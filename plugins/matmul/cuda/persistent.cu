/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over multicast: the engine (engine.cuh), which does the same for i8, u8, 16
 * bits and TF32, all layouts, pitches and sizes.  Tiles of an incomplete last
 * wave are shared, each cluster a part of the inner dimension (stream-k.h); or,
 * where that is long and C small, the blocks of a cluster share that of each
 * tile (engine-cluster.cuh).  Operands whose layout TMA or wgmma can't read are
 * repacked first (repack.cu), or one of 8 or 32 bits is loaded to registers.
 * Bytes, whose sums are four times as large as they, are multiplied in
 * ping-pong.  And the tile and the cluster are chosen by the size
 * (engine-choose.c): for 16 bits clusters seldom gain.
 *
 * README.md lists what each part gains.
 */
#include "engine-variant.h"
#include "engine-ways.h"
#include "persistent.h"

/* Indices of the options. */
enum {
  TILE,
  COLUMNS,
  SCHEDULE,
  CLUSTER,
  SPLITS,
  SHARE,
  STAGES,
  BAND,
  TRANSPOSE,
  N_OPTIONS
};

static int
persistent_prepare (const gk_host *host, const gk_device *device,
                    const void *problem, const gk_value *values, void **state)
{
  struct engine_settings settings = {};

  settings.tile = (int)values[TILE].i;
  settings.columns = (int)values[COLUMNS].i;
  settings.schedule = (int)values[SCHEDULE].i;
  settings.splits = engine_splits_of (values[SPLITS].i);
  settings.share = (int)values[SHARE].i;
  settings.stages = (int)values[STAGES].i;
  settings.band = (int)values[BAND].i;
  settings.from_registers = values[TRANSPOSE].i == 1;
  engine_set_cluster (&settings, values[CLUSTER].i);
  return engine_make (host, device, (const gk_matmul *)problem, &settings,
                      state);
}

extern "C" int
matmul_persistent_ways (const gk_matmul *p, const gk_device *device,
                        struct way *ways, int most)
{
  const struct way own
      = way_by_default ("persistent", matmul_persistent_variant ());
  struct engine_settings settings = {};

  settings.from_registers = true;
  return engine_ways (p, device, &settings, &own, ways, most);
}

extern "C" gk_variant
matmul_persistent_variant (void)
{
  static const char *const ways[] = { "repack", "registers", NULL };
  static const gk_option options[N_OPTIONS] = {
    engine_tile_option (),
    cuda_number (
        "columns",
        "columns of tiles 128xN and 64xN: a multiple of 8, from 24 to 248; "
        "0: chosen so that the tiles fill the device, 72 at least",
        "columns", 0, 0, engine_most_columns),
    engine_schedule_option (),
    engine_cluster_option (),
    engine_splits_option (),
    engine_share_option (),
    engine_stages_option (),
    engine_band_option (),
    cuda_choice ("transpose",
                 "how MN-major operands of 8 and 32 bits reach wgmma: repacked "
                 "before, or one of them through registers",
                 NULL, ways, 1),
  };

  gk_variant v
      = engine_variant (persistent_prepare, options, GK_COUNT (options));

  v.problem_size = sizeof (gk_matmul);
  v.forms
      = GK_MATMUL_TYPES | GK_MATMUL_BATCH | GK_MATMUL_UPDATE | GK_MATMUL_GROUPS;
  return v;
}
