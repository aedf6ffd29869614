/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over dmma: f64 by integers on tensor cores, which do 30 times as many
 * products of bytes a second.  A and B, scaled and rounded to integers, are
 * split into residues by 14 moduli (residues-split.cu); the engine of
 * `persistent` multiplies these planes of bytes, and reduces its sums before it
 * stores them, so that each product is a byte an element in memory, not four;
 * and the products are combined to C (residues-combine.cu).
 *
 * The result is as exact as dmma's if the numbers of each row of A, and of each
 * column of B, have similar magnitudes.  If they have not, or are infinite or
 * NaN, the split kernel detects it, and dmma's kernel, which is launched in any
 * case, computes instead.
 *
 * Source: K. Ozaki, Y. Uchino and T. Imamura, "Ozaki scheme II: a GEMM-oriented
 * emulation of floating-point matrix multiplication using an integer modular
 * technique" (2025), where each step is a call of a library.
 */
#include "dmma.h"
#include "engine-variant.h"
#include "split-product.h"

/* Indices of the options. */
enum { TILE, SCHEDULE, STAGES, BAND, N_OPTIONS };

static struct engine_settings
settings_of (const gk_value *values)
{
  struct engine_settings settings = {};

  settings.tile = (int)values[TILE].i;
  settings.schedule = (int)values[SCHEDULE].i;
  settings.share = ENGINE_SHARE_NONE;
  settings.stages = (int)values[STAGES].i;
  settings.band = (int)values[BAND].i;
  return settings;
}

static int
residues_prepare (const gk_host *host, const gk_device *device,
                  const void *problem, const gk_value *values, void **state)
{
  const gk_matmul *const p = (const gk_matmul *)problem;
  const struct engine_settings settings = settings_of (values);

  if (p->n <= residues_longest)
    return split_product_make (host, device, p, &settings, dmma_make_only_if,
                               state);
  host->error (host,
               "sums of more than %d products of residues exceed what the "
               "engine can reduce; make n smaller",
               residues_longest);
  return GK_SKIP;
}

static void
residues_paths (const gk_host *, void *state, gk_paths *paths)
{
  static const char *const names[] = { "plain", "residues" };

  split_product_paths (state, names, GK_COUNT (names), 0, paths);
}

extern "C" gk_variant
matmul_residues_variant (void)
{
  static const char *const schedules[]
      = { "auto", "cooperative", "ping-pong", NULL };
  static const gk_option options[N_OPTIONS] = {
    engine_tile_option (),
    cuda_choice ("schedule",
                 "the consumer warpgroups share a tile (cooperative) or "
                 "alternate tiles, one multiplies while the other stores "
                 "(ping-pong, with tile 128x128)",
                 NULL, schedules, ENGINE_SCHEDULE_AUTO),
    engine_stages_option (),
    engine_band_option (),
  };
  gk_variant v = engine_variant (residues_prepare, options, GK_COUNT (options));

  v.dtypes = GK_BIT (GK_F64);
  v.launch = split_product_launch;
  v.release = split_product_release;
  v.work = split_product_work;
  v.paths = residues_paths;
  return v;
}
