/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over wgmma: who loads does not multiply (warp specialisation).  A warp of a
 * third warpgroup does nothing but ask for boxes, as soon as a stage is empty;
 * the two others, the consumers, do nothing but multiply, as soon as one is
 * full. They meet at mbarriers, one for each stage and direction, and no
 * barrier of the whole block stops anybody: so the consumers always have a
 * wgmma in flight.  The loading warpgroup hands its registers to them
 * (setmaxnreg), which makes room for 64 x 256 sums a consumer: a tile of 128 x
 * 256, of which each element loaded is used 1.33 times as often as in one of
 * 128 x 128.  Sums leave through shared memory and TMA, in rows of 128 bytes.
 *
 * It is the engine (engine.cuh) with a block for each tile and no clusters.
 */
#include "engine-variant.h"

/* By the options' places. */
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
                 "tiles taken down before the next across, to share columns in "
                 "L2",
                 "tiles", 8, 1, 1024),
  };

  return engine_variant ("warp-specialised",
                         "one warp loads and two warpgroups multiply, and they "
                         "meet at barriers of "
                         "each stage only; tiles of 128 x 256",
                         warp_specialised_prepare, GK_ARRAY (options));
}
