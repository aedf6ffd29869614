/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A cost model that chooses the tile and the sharing of dmma, with figures of
 * an H200: a multiprocessor multiplies 128 pairs of f64 a cycle, of which a
 * tile reaches a fraction, and while all of them load, L2 delivers some 28
 * bytes a cycle to each.
 */
#include "dmma-choose.h"
#include "tiles.cuh"

static const double pairs = 128, delivered = 28, exchanged = 32;

/* Cycles: to start and end a kernel's work, and until one block sees what
 * another has stored. */
static const double begun = 7000, left = 4000;

/* Of a tile of a batch, assumed: cycles from its last multiplication until its
 * block multiplies again, and elements of C that a multiprocessor writes to
 * shared memory a cycle. */
static const double tile_end = 800, stored = 16;

/* With fewer steps, another block does not pay. */
static const int least_steps = 4;

/* Tiles are shared only if that costs less than so much of whole waves' cost,
 * as tiles that are not shared are stored earlier. */
static const double worth = 0.99;

/* With cp.async small tiles spend most time on edges and waiting. */
static double
fraction_of_peak (const struct dmma_kernel *k, int blocks, bool tma)
{
  const int elements = k->rows * k->cols, warps = blocks * k->warps;
  const double by_tma = elements >= 128 * 128  ? 0.96
                        : elements >= 128 * 64 ? 0.9
                                               : 0.84;
  const double by_cp_async = elements >= 128 * 128 ? 0.88 : 0.4;
  const double of_warps = warps >= 8 ? 1 : warps >= 4 ? 0.73 : 0.73 * warps / 4;

  return (tma ? by_tma : by_cp_async) * of_warps;
}

/* The start and the end. */
static double
overhead_cost (const struct dmma_kernel *k)
{
  return begun + (double)k->rows * k->cols * 8 / exchanged;
}

/* One stage, on a multiprocessor that runs nothing but so many of these blocks.
 */
static double
step_cost (const struct dmma_candidate *c, double blocks_each, bool tma)
{
  const struct dmma_kernel *k = &c->kernel;
  const int blocks = blocks_each < c->blocks ? (int)blocks_each : c->blocks;
  const double multiplied = (double)k->rows * k->cols * k->step / pairs
                            / fraction_of_peak (k, blocks, tma);
  const double loaded = (double)(k->rows + k->cols) * k->step * 8 / delivered;

  return multiplied > loaded ? multiplied : loaded;
}

/* All tiles, if each block takes whole tiles. */
static double
waves_cost (const struct dmma_candidate *c, const struct stream_k *s,
            double units, bool tma)
{
  const struct dmma_kernel *k = &c->kernel;
  const double tiles = stream_k_tiles (s);
  const double waves = (double)(int64_t)((tiles + units - 1) / units);

  return overhead_cost (k) + waves * s->steps * step_cost (c, waves, tma);
}

/* All tiles, if the first s->shared of them are shared. */
static double
tile_runs_cost (const struct dmma_candidate *c, const struct stream_k *s,
                double units, bool tma)
{
  const struct dmma_kernel *k = &c->kernel;
  const double busy = s->sharers < units ? s->sharers : units;
  const double steps = (double)stream_k_tiles (s) * s->steps / busy;
  const double partials = (double)s->sharers / s->shared + 1;
  const double exchange = (double)k->rows * k->cols * 8 / exchanged + left;

  return overhead_cost (k) + steps * step_cost (c, s->sharers / busy, tma)
         + partials * exchange;
}

/* A batch.  Its products can be smaller than a tile: what is outside of them is
 * multiplied, but not loaded.  Their inner dimension can be so short that a
 * tile's end, while its block multiplies nothing, counts. */
static double
batch_cost (const gk_matmul *p, const struct dmma_candidate *c,
            const struct stream_k *s, double units, bool tma)
{
  const struct dmma_kernel *k = &c->kernel;
  const double tiles = stream_k_tiles (s);
  const double each = (double)(int64_t)((tiles + units - 1) / units);
  const int blocks = each < c->blocks ? (int)each : c->blocks;
  const double elements = (double)k->rows * k->cols;
  const double multiplied = elements * k->step * s->steps / pairs
                            / fraction_of_peak (k, blocks, tma);
  const double loaded
      = ((double)p->m / s->bands.down + (double)p->k / s->bands.across)
        * (double)p->n * 8 / delivered;
  const double end = tile_end + elements / stored;

  return overhead_cost (k)
         + each
               * ((multiplied > loaded ? multiplied : loaded)
                  + end / (blocks > 0 ? blocks : 1));
}

/* Of a batch, which has many tiles, blocks share none. */
double
dmma_assign_tiles (const gk_matmul *p, const gk_device *device,
                   const struct dmma_candidate *candidate,
                   const struct dmma_settings *settings, struct stream_k *s)
{
  const struct dmma_kernel *k = &candidate->kernel;
  const int blocks = candidate->blocks * (int)device->units;
  const double units = device->units;
  double waves, tile_runs;
  struct stream_k shared;
  int band;

  *s = {};
  s->bands.down = (int)tiles_over (p->m, k->rows);
  s->bands.across = (int)tiles_over (p->k, k->cols);
  band = settings->band > 0 ? settings->band : 1024 / k->rows;
  s->bands.band = band < s->bands.down ? band : s->bands.down;
  stream_k_set_divisors (s);
  s->steps = (int)tiles_over (p->n, k->step);
  s->again = p->batch > 1 && !settings->first_only ? (int)p->batch - 1 : 0;
  s->blocks = stream_k_tiles (s) < blocks ? stream_k_tiles (s) : blocks;
  if (p->batch > 1)
    return batch_cost (p, candidate, s, units, settings->tma);
  shared = *s;
  stream_k_share_last (&shared, blocks, least_steps);
  waves = waves_cost (candidate, s, units, settings->tma);
  if (shared.shared == 0 || settings->share == DMMA_SHARE_NONE)
    return waves;
  shared.blocks = shared.sharers > s->blocks ? shared.sharers : s->blocks;
  tile_runs = tile_runs_cost (candidate, &shared, units, settings->tma);
  if (settings->share == DMMA_SHARE_AUTO && worth * waves <= tile_runs)
    return waves;
  *s = shared;
  return tile_runs;
}
