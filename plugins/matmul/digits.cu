/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Over tma, of i32: tensor cores multiply.  They take bytes and add up in 32
 * bits, modulo 2^32 as i32 does; so A and B are split into their digits (split
 * .cu), and the engine of `persistent` multiplies these, ten products of bytes
 * for one of integers (digits.h).  Planes that are all 0, as of small numbers,
 * cost nothing.
 *
 * The idea is that of multiple-precision arithmetic; H. Ootomo, K. Ozaki and R.
 * Yokota, "DGEMM on integer matrix multiplication unit" (2024), use it for
 * floats.
 */
#include "digits.h"
#include "engine-variant.h"

/* By the options' places. */
enum { TILE, CLUSTER, SHARE, STAGES, BAND, N_OPTIONS };

static int
prepare (const gk_host *host, const gk_device *device, const void *problem,
         const gk_value *values, void **state)
{
  struct engine_settings settings = {};

  settings.persistent = true;
  settings.tile = (int)values[TILE].i;
  settings.share = (int)values[SHARE].i;
  settings.stages = (int)values[STAGES].i;
  settings.band = (int)values[BAND].i;
  engine_set_cluster (&settings, values[CLUSTER].i);
  return engine_make (host, device, (const gk_matmul *)problem, &settings,
                      state);
}

/* What tensor cores do for it. */
static void
work (const gk_host *host, const void *problem, void *state, gk_work *work)
{
  (void)host;
  (void)problem;
  (void)state;
  work->ops *= digits_products;
  work->op_class = GK_OPS_TENSOR_I8;
}

extern "C" gk_variant
matmul_digits_variant (void)
{
  static const gk_option options[N_OPTIONS] = {
    engine_tile_option (),   engine_cluster_option (), engine_share_option (),
    engine_stages_option (), engine_band_option (),
  };
  gk_variant v = engine_variant (
      "digits",
      "integers split into bytes, of which tensor cores multiply ten pairs of "
      "planes",
      prepare, GK_ARRAY (options));

  v.dtypes = GK_BIT (GK_I32);
  v.work = work;
  return v;
}
