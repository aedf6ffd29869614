/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over bf16x6: tensor cores multiply bytes, at twice the rate of bf16, and add
 * up exactly, modulo 2^32; so A and B are split into digits (digits-split.cu),
 * and the engine of `persistent` multiplies planes of digits (digits.h).
 * Planes that are all 0, as of small integers, cost nothing.
 *
 * i32: ten products of bytes make one product of integers, exactly.
 *
 * f32: six, eight, ten or thirteen products make one that is proven to be
 * within f32's bound (digits-rule.h).  Where no number of them is, or numbers
 * are infinite or NaN, the split kernel detects it, and the kernel of bf16x6,
 * which is launched in any case, computes instead.
 *
 * Sources: K. Ozaki, T. Ogita, S. Oishi and S. Rump, "Error-free
 * transformations of matrix multiplication" (2012), for floats, and H. Ootomo,
 * K. Ozaki and R. Yokota, "DGEMM on integer matrix multiplication unit" (2024),
 * for integer tensor cores.
 */
#include "bf16x6.h"
#include "digits.h"
#include "engine-variant.h"
#include "split-product.h"

/* Indices of the options. */
enum { TILE, CLUSTER, SHARE, STAGES, BAND, PRODUCTS, N_OPTIONS };

static struct engine_settings
settings_of (const gk_matmul *p, const gk_value *values)
{
  static const int products[] = { 0, 6, 8, 10, 13 };
  struct engine_settings settings = {};

  settings.tile = (int)values[TILE].i;
  /* Floats are added up outside of the MMA's accumulators, so that blocks can't
   * share tiles. */
  settings.share
      = p->dtype == GK_F32 ? (int)ENGINE_SHARE_NONE : (int)values[SHARE].i;
  settings.stages = (int)values[STAGES].i;
  settings.band = (int)values[BAND].i;
  settings.products = products[values[PRODUCTS].i];
  engine_set_cluster (&settings, values[CLUSTER].i);
  return settings;
}

/* Rejects f32 problems that digits do not suit. */
static int
check_floats (const gk_host *host, const gk_matmul *p)
{
  if (p->n < bf16x6_least_inner)
    host->error (
        host,
        "a sum of fewer than %d products must be more exact than what is "
        "known of bf16x6, which computes where digits can't; make n "
        "larger",
        bf16x6_least_inner);
  else if (p->n > digits_most_floats)
    host->error (host,
                 "with more than %d products a sum of f32's digits exceeds 32 "
                 "bits; make n smaller",
                 digits_most_floats);
  else
    return GK_OK;
  return GK_SKIP;
}

static int
digits_prepare (const gk_host *host, const gk_device *device,
                const void *problem, const gk_value *values, void **state)
{
  const gk_matmul *const p = (const gk_matmul *)problem;
  const struct engine_settings settings = settings_of (p, values);
  const bool floats = p->dtype == GK_F32;

  if (floats && check_floats (host, p) != GK_OK)
    return GK_SKIP;
  return split_product_make (host, device, p, &settings,
                             floats ? bf16x6_make_only_if : NULL, state);
}

static void
digits_paths (const gk_host *, void *state, gk_paths *paths)
{
  static const char *const names[] = { "bf16x6", "digits-3", "digits-4" };

  split_product_paths (state, names, GK_COUNT (names), bf16x6_products, paths);
}

extern "C" gk_variant
matmul_digits_variant (void)
{
  static const char *const products[] = { "auto", "6", "8", "10", "13", NULL };
  static const gk_option options[N_OPTIONS] = {
    engine_tile_option (),
    engine_cluster_option (),
    engine_share_option (),
    engine_stages_option (),
    engine_band_option (),
    cuda_choice ("products",
                 "f32: the fewest pairs of planes of digits to multiply; the "
                 "data may need more",
                 "pairs", products, 0),
  };
  gk_variant v = engine_variant (digits_prepare, options, GK_COUNT (options));

  v.dtypes = GK_BIT (GK_I32) | GK_BIT (GK_F32);
  v.launch = split_product_launch;
  v.release = split_product_release;
  v.work = split_product_work;
  v.paths = digits_paths;
  return v;
}
