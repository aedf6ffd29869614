/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The figures of the model are of an H200: a multiprocessor multiplies 128
 * pairs of f64 a cycle, and while all of them load, L2 delivers some 24 bytes a
 * cycle to each.
 */
#include "dmma-choose.h"
#include "tiles.cuh"

static const double pairs = 128, delivered = 24, exchanged = 32;

/* Cycles: to begin and end a kernel's work, and until one block sees what
 * another left. */
static const double begun = 3000, left = 2000;

/* Fewer steps than these are not worth another block. */
static const int least_steps = 4;

/* Of a stage, in a multiprocessor that computes nothing else. */
static double
step_of (const struct dmma_kernel *k)
{
  const double multiplied = (double)k->rows * k->cols * k->step / pairs;
  const double loaded = (double)(k->rows + k->cols) * k->step * 8 / delivered;

  return multiplied > loaded ? multiplied : loaded;
}

/* Of all tiles, if blocks take them one by one. */
static double
in_waves (const struct dmma_kernel *k, const struct stream_k *s, double units)
{
  const double tiles = stream_k_tiles (s);
  const double waves = (double)(int64_t)((tiles + units - 1) / units);

  return begun + waves * s->steps * step_of (k);
}

/* Likewise if the first s->shared of them are shared. */
static double
in_stretches (const struct dmma_kernel *k, const struct stream_k *s,
              double units)
{
  const double busy = s->sharers < units ? s->sharers : units;
  const double steps = (double)stream_k_tiles (s) * s->steps / busy;
  const double partials = (double)s->sharers / s->shared + 1;
  const double exchange = (double)k->rows * k->cols * 8 / exchanged + left;

  return begun + steps * step_of (k) + partials * exchange;
}

static void
share_last (struct stream_k *s, int blocks)
{
  const int tiles = stream_k_tiles (s);
  const int64_t most = (int64_t)tiles * s->steps / least_steps;

  if (tiles >= blocks) {
    /* With one wave more, so that no tile has more than two or three blocks. */
    s->shared = tiles % blocks == 0 ? 0 : tiles % blocks + blocks;
    s->sharers = s->shared > 0 ? blocks : 0;
  } else if (most > tiles) {
    s->shared = tiles;
    s->sharers = most < blocks ? (int)most : blocks;
  }
}

double
dmma_deal (const gk_matmul *p, const gk_device *device,
           const struct dmma_candidate *candidate,
           const struct dmma_settings *settings, struct stream_k *s)
{
  const struct dmma_kernel *k = &candidate->kernel;
  const int blocks = candidate->blocks * (int)device->units;
  const double units = device->units;
  double waves, stretches;
  struct stream_k shared;

  *s = {};
  s->down = (int)tiles_over (p->m, k->rows);
  s->across = (int)tiles_over (p->k, k->cols);
  s->band = settings->band > 0 ? settings->band : 1024 / k->rows;
  s->band = s->band < s->down ? s->band : s->down;
  s->steps = (int)tiles_over (p->n, k->step);
  s->blocks = stream_k_tiles (s) < blocks ? stream_k_tiles (s) : blocks;
  shared = *s;
  share_last (&shared, blocks);
  waves = in_waves (k, s, units);
  if (shared.shared == 0 || settings->share == DMMA_SHARE_NONE)
    return waves;
  shared.blocks = shared.sharers > s->blocks ? shared.sharers : s->blocks;
  stretches = in_stretches (k, &shared, units);
  if (settings->share == DMMA_SHARE_AUTO && waves <= stretches)
    return waves;
  *s = shared;
  return stretches;
}
