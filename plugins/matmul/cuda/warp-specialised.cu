/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over wgmma: warps are specialised, as producer or consumer.  One warp of a
 * third warpgroup, the producer, only starts loads by TMA, as soon as a stage
 * is empty; the two other warpgroups, the consumers, only multiply, as soon as
 * a stage is full.  They synchronise by mbarriers, two per stage, and never at
 * a barrier of the whole block: so the consumers always have a wgmma in flight.
 * The producer warpgroup gives its registers to them (setmaxnreg), which makes
 * room for 64 x 256 sums a consumer: a tile of 128 x 256 uses each element that
 * it loads 1.33 times as often as one of 128 x 128.  Sums are stored through
 * shared memory and TMA, in rows of 128 bytes.
 *
 * It is the engine (engine.cuh) with a block for each tile and no clusters.
 */
#include "engine-variant.h"

/* Indices of the options. */
enum { STAGES, BAND, N_OPTIONS };

static int
warp_specialised_prepare (const gk_host *host, const gk_device *device,
                          const void *problem, const gk_value *values,
                          void **state)
{
  struct engine_settings settings = {};

  settings.tile = ENGINE_128x256;
  settings.cluster_rows = settings.cluster_cols = 1;
  settings.share = ENGINE_SHARE_NONE;
  settings.stages = (int)values[STAGES].i;
  settings.band = (int)values[BAND].i;
  return engine_make (host, device, (const gk_matmul *)problem, &settings,
                      state);
}

extern "C" gk_variant
matmul_warp_specialised_variant (void)
{
  static const gk_option options[N_OPTIONS] = {
    engine_stages_option (),
    cuda_number ("band",
                 "tiles of a band, which are numbered down before across, to "
                 "share columns in L2",
                 "tiles", 8, 1, 1024),
  };

  return engine_variant (warp_specialised_prepare, options, GK_COUNT (options));
}
