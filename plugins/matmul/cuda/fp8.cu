/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Floats of 8 bits, whose products Hopper's tensor cores add in fewer bits than
 * f32 has: the rungs differ in where the sums are.
 *
 * fp8-fast: the engine (engine.cuh) with the sums in the tensor cores from the
 * first product to the last, as cuBLASLt has them with FAST_ACCUM.
 *
 * fp8: the engine with sums that are moved to f32 every 128 products
 * (engine-moved.cuh), as cuBLASLt has them without FAST_ACCUM.
 *
 * A batch is computed as groups (engine.cu).
 *
 * Scales of blocks are applied where sums are moved (engine-scaled.cuh), one
 * scale for A and one for B at the end, by both rungs.
 *
 * wgmma reads both operands K-major only (layout = tn); others are repacked.
 *
 * Where a suite leaves all tunables open, prepare times several settings
 * (ways.h), as cuBLASLt's are found; of batches and groups engine_rank_for
 * lists none.
 */
#include "engine-variant.h"
#include "engine-ways.h"

/* Indices of the options.  Where sums are moved there is one schedule. */
enum { TILE, CLUSTER, SPLITS, SHARE, STAGES, BAND, SCHEDULE, N_OPTIONS };

static struct engine_settings
settings_of (const gk_value *values, bool moved)
{
  struct engine_settings settings = {};

  settings.tile = (int)values[TILE].i;
  settings.splits = engine_splits_of (values[SPLITS].i);
  settings.share = (int)values[SHARE].i;
  settings.stages = (int)values[STAGES].i;
  settings.band = (int)values[BAND].i;
  settings.schedule = moved ? (int)ENGINE_COOPERATIVE : (int)values[SCHEDULE].i;
  settings.moved = moved;
  engine_set_cluster (&settings, values[CLUSTER].i);
  return settings;
}

static int
prepare_moved (const gk_host *host, const gk_device *device,
               const void *problem, const gk_value *values, void **state)
{
  const struct engine_settings settings = settings_of (values, true);

  return engine_make (host, device, (const gk_matmul *)problem, &settings,
                      state);
}

static int
prepare_kept (const gk_host *host, const gk_device *device, const void *problem,
              const gk_value *values, void **state)
{
  const struct engine_settings settings = settings_of (values, false);

  return engine_make (host, device, (const gk_matmul *)problem, &settings,
                      state);
}

/* The rung whose sums are moved, or the other one; it times nothing. */
static gk_variant
untimed_variant (bool moved)
{
  static const gk_option options[N_OPTIONS]
      = { engine_tile_option (),    engine_cluster_option (),
          engine_splits_option (),  engine_share_option (),
          engine_stages_option (),  engine_band_option (),
          engine_schedule_option () };

  return engine_variant (moved ? prepare_moved : prepare_kept, options,
                         moved ? SCHEDULE : N_OPTIONS);
}

static bool
are_defaults (const struct way *own, const gk_value *values)
{
  for (uint32_t i = 0; i < own->variant.n_options; i++)
    if (values[i].i != own->values[i].i)
      return false;
  return true;
}

/* Where no tunable is set, times several settings. */
static int
prepare_fastest (const gk_host *host, const gk_device *device,
                 const gk_matmul *p, const gk_value *values, bool moved,
                 void **state)
{
  static struct way_memo found[2];
  const struct way own
      = way_by_default (moved ? "fp8" : "fp8-fast", untimed_variant (moved));
  struct engine_settings settings = {};
  struct way ways[WAYS_MOST];
  int r;

  if (!are_defaults (&own, values))
    return own.variant.prepare (host, device, p, values, state);
  settings.moved = moved;
  r = way_prepare_noted (host, device, p, &found[moved], state);
  if (r != GK_SKIP)
    return r;
  return ways_prepare (
      host, device, p, ways,
      engine_ways (p, device, &settings, &own, ways, WAYS_MOST), &found[moved],
      state);
}

static int
fp8_prepare (const gk_host *host, const gk_device *device, const void *problem,
             const gk_value *values, void **state)
{
  return prepare_fastest (host, device, (const gk_matmul *)problem, values,
                          true, state);
}

static int
fp8_fast_prepare (const gk_host *host, const gk_device *device,
                  const void *problem, const gk_value *values, void **state)
{
  const gk_matmul *const p = (const gk_matmul *)problem;

  if (p->scales > GK_SCALES_TENSOR) {
    host->error (
        host, "sums that stay in the tensor cores can't be scaled after each "
              "128 products; use fp8, or scales = tensor");
    return GK_SKIP;
  }
  return prepare_fastest (host, device, p, values, false, state);
}

static gk_variant
fp8_variant (bool moved)
{
  gk_variant v = untimed_variant (moved);

  v.prepare = moved ? fp8_prepare : fp8_fast_prepare;
  v.dtypes = MATMUL_BYTE_DTYPES;
  v.problem_size = sizeof (gk_matmul);
  v.forms = GK_MATMUL_TYPES | GK_MATMUL_BATCH | GK_MATMUL_GROUPS
            | GK_MATMUL_SCALES | GK_MATMUL_UPDATE;
  v.precision = moved ? 0x1.8p-13 : 0x1p-8;
  return v;
}

extern "C" gk_variant
matmul_fp8_variant (void)
{
  return fp8_variant (true);
}

extern "C" gk_variant
matmul_fp8_fast_variant (void)
{
  return fp8_variant (false);
}
