/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A variant that is the engine with some settings, and the tunables of the
 * engine's variants.
 */
#ifndef MATMUL_ENGINE_VARIANT_H
#define MATMUL_ENGINE_VARIANT_H

#include "engine.h"
#include "matmul/cuda/cuda.h"

static inline gk_option
engine_tile_option (void)
{
  static const char *const tiles[] = { ENGINE_TILE_NAMES, NULL };

  return cuda_choice ("tile",
                      "rows x columns of C that a block computes at a time: "
                      "larger ones load less, smaller ones fill the device",
                      NULL, tiles, ENGINE_AUTO);
}

static inline gk_option
engine_schedule_option (void)
{
  static const char *const schedules[]
      = { "auto", "cooperative", "ping-pong", NULL };

  return cuda_choice ("schedule",
                      "the consumer warpgroups share a tile (cooperative) or "
                      "alternate tiles, one multiplies while the other stores "
                      "(ping-pong: bytes with tile 128x128, 16 bits with 64xN)",
                      NULL, schedules, ENGINE_SCHEDULE_AUTO);
}

static inline gk_option
engine_splits_option (void)
{
  static const char *const splits[] = { "auto", "1", "2", "4", "8", NULL };

  return cuda_choice (
      "splits",
      "blocks of a cluster that share the inner dimension of a tile "
      "(split-K), and add up in each other's shared memory: for "
      "cooperative tiles of 128x64 to 128x192, narrow ones, and 64x64 of "
      "floats of 8 bits, without multicast",
      "blocks", splits, 0);
}

/* Of a choice of engine_splits_option, and back. */
static inline int
engine_splits_of (int64_t choice)
{
  return choice > 0 ? 1 << (choice - 1) : 0;
}

static inline int64_t
engine_splits_choice (const struct engine_settings *settings)
{
  int64_t choice = 0;

  while (engine_splits_of (choice) < settings->splits)
    choice++;
  return choice;
}

static inline gk_option
engine_cluster_option (void)
{
  static const char *const clusters[] = { "auto", "1x1", "2x1", "1x2", "2x2",
                                          "4x1",  "1x4", "4x2", "2x4", NULL };

  return cuda_choice ("cluster",
                      "thread block cluster, blocks down x across, that "
                      "multicast shared operands to each other",
                      NULL, clusters, 0);
}

static inline void
engine_set_cluster (struct engine_settings *settings, int64_t choice)
{
  static const int clusters[][2]
      = { { 0, 0 }, { 1, 1 }, { 2, 1 }, { 1, 2 }, { 2, 2 },
          { 4, 1 }, { 1, 4 }, { 4, 2 }, { 2, 4 } };

  settings->cluster_rows = clusters[choice][0];
  settings->cluster_cols = clusters[choice][1];
}

/* The choice that engine_set_cluster takes. */
static inline int64_t
engine_cluster_choice (const struct engine_settings *settings)
{
  struct engine_settings at = {};
  int64_t choice = 0;

  do
    engine_set_cluster (&at, ++choice);
  while (at.cluster_rows != settings->cluster_rows
         || at.cluster_cols != settings->cluster_cols);
  return choice;
}

static inline gk_option
engine_share_option (void)
{
  static const char *const shares[] = { "auto", "none", "last", NULL };

  return cuda_choice (
      "share",
      "tiles that clusters share, each a part of the inner dimension "
      "(stream-K): those of the last waves, so that no block is idle, at the "
      "cost of sums that go through memory",
      NULL, shares, ENGINE_SHARE_AUTO);
}

static inline gk_option
engine_stages_option (void)
{
  return cuda_number ("stages",
                      "stages of the pipeline, a step along the inner "
                      "dimension each; 0: as many as are useful",
                      "steps", 0, 0, engine_most_stages);
}

static inline gk_option
engine_band_option (void)
{
  return cuda_number (
      "band",
      "tiles of clusters in a band, which are numbered down before across, to "
      "share columns in L2; 0: chosen by the problem",
      "tiles", 0, 0, 1024);
}

static inline gk_variant
engine_variant (int (*prepare) (const gk_host *, const gk_device *,
                                const void *, const gk_value *, void **),
                const gk_option *options, uint32_t n_options)
{
  gk_variant v = cuda_variant (engine_launch);

  v.dtypes = MATMUL_MATRIX_DTYPES;
  v.layouts = MATMUL_LAYOUTS;
  v.capability = v.capability_max = 90;
  v.options = options;
  v.n_options = n_options;
  v.prepare = prepare;
  v.release = engine_release;
  return v;
}

#endif /* MATMUL_ENGINE_VARIANT_H */
