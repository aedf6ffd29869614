/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Floats of 8 bits, whose products Hopper's tensor cores add in fewer bits than
 * f32 has: the rungs differ in where the sums are.
 *
 * fp8-fast: the engine (engine.cuh) with the sums in the tensor cores from the
 * first product to the last, as cuBLASLt has them with FAST_ACCUM.
 *
 * fp8: the engine with sums that are moved to f32 every 128 products
 * (engine-moved.cuh), as without it; where C has few rows or columns, the
 * kernel of few-rows.
 *
 * wgmma reads both operands K-major only (layout = tn); others are repacked.
 */
#include "cuda/prepared.h"
#include "engine-variant.h"

extern "C" {
bool matmul_few_rows_suits (const gk_matmul *p, const gk_device *device);
int matmul_few_rows_prepare (const gk_host *host, const gk_device *device,
                             const void *problem, const gk_value *values,
                             void **state);
}

/* Indices of the options. */
enum { TILE, CLUSTER, SPLITS, SHARE, STAGES, BAND, SCHEDULE, N_OPTIONS };

/* Where sums are moved there is one schedule. */
static const int moved_options = SCHEDULE;

/* One of the two. */
struct fp8_state {
  void *engine, *few_rows;
};

static struct engine_settings
settings_of (const gk_value *values, bool moved)
{
  struct engine_settings settings = {};

  settings.tile = (int)values[TILE].i;
  settings.splits = values[SPLITS].i > 0 ? 1 << ((int)values[SPLITS].i - 1) : 0;
  settings.share = (int)values[SHARE].i;
  settings.stages = (int)values[STAGES].i;
  settings.band = (int)values[BAND].i;
  settings.schedule = moved ? (int)ENGINE_COOPERATIVE : (int)values[SCHEDULE].i;
  settings.moved = moved;
  engine_set_cluster (&settings, values[CLUSTER].i);
  return settings;
}

static int
fp8_fast_prepare (const gk_host *host, const gk_device *device,
                  const void *problem, const gk_value *values, void **state)
{
  const struct engine_settings settings = settings_of (values, false);

  return engine_make (host, device, (const gk_matmul *)problem, &settings,
                      state);
}

/* Whether the suite sets no tunable of the engine's. */
static bool
is_free (const struct engine_settings *s)
{
  return s->tile == 0 && s->splits == 0 && s->share == 0 && s->stages == 0
         && s->band == 0 && s->cluster_rows == 0;
}

static int
fp8_prepare (const gk_host *host, const gk_device *device, const void *problem,
             const gk_value *values, void **state)
{
  const gk_matmul *const p = (const gk_matmul *)problem;
  const struct engine_settings settings = settings_of (values, true);
  struct fp8_state *const s = (struct fp8_state *)host->alloc (host, sizeof *s);
  const gk_value splits = { .i = 0 };
  int r;

  if (!s)
    return GK_FAIL;
  *s = {};
  if (is_free (&settings) && matmul_few_rows_suits (p, device))
    r = matmul_few_rows_prepare (host, device, p, &splits, &s->few_rows);
  else
    r = engine_make (host, device, p, &settings, &s->engine);
  if (r == GK_OK)
    *state = s;
  else
    host->free (host, s);
  return r;
}

static int
fp8_launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const struct fp8_state *const s = (const struct fp8_state *)state;

  return s->engine ? engine_launch (host, problem, s->engine, stream)
                   : prepared_launch (host, problem, s->few_rows, stream);
}

static void
fp8_release (const gk_host *host, void *state)
{
  struct fp8_state *const s = (struct fp8_state *)state;

  if (s->engine)
    engine_release (host, s->engine);
  else
    prepared_release (host, s->few_rows);
  host->free (host, s);
}

static gk_variant
fp8_variant (int (*prepare) (const gk_host *, const gk_device *, const void *,
                             const gk_value *, void **),
             double precision, uint32_t n_options)
{
  static const gk_option options[N_OPTIONS]
      = { engine_tile_option (),    engine_cluster_option (),
          engine_splits_option (),  engine_share_option (),
          engine_stages_option (),  engine_band_option (),
          engine_schedule_option () };
  gk_variant v = engine_variant (prepare, options, n_options);

  v.dtypes = MATMUL_BYTE_DTYPES;
  v.problem_size = sizeof (gk_matmul);
  v.precision = precision;
  return v;
}

extern "C" gk_variant
matmul_fp8_variant (void)
{
  gk_variant v = fp8_variant (fp8_prepare, 0x1p-13, moved_options);

  v.launch = fp8_launch;
  v.release = fp8_release;
  return v;
}

extern "C" gk_variant
matmul_fp8_fast_variant (void)
{
  return fp8_variant (fp8_fast_prepare, 0x1p-8, N_OPTIONS);
}
