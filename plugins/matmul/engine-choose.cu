/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which tile and cluster suit a problem, and which tiles are shared: what each
 * would take by a simple model, whose figures were measured on an H200.
 */
#include "engine.h"

struct candidate {
  int tile; /* enum engine_tile_choice */
  int rows, cols;
  int step; /* cycles: wgmma's, or those in which L2 delivers the operands */
};

static const struct candidate candidates[] = {
  { ENGINE_128x256, 128, 256, 1100 }, { ENGINE_128x192, 128, 192, 860 },
  { ENGINE_128x128, 128, 128, 620 },  { ENGINE_128x64, 128, 64, 530 },
  { ENGINE_64x256, 64, 256, 800 },    { ENGINE_64x128, 64, 128, 480 },
  { ENGINE_64x64, 64, 64, 360 },
};

/* Cycles: to begin and end a tile; until one cluster sees what another left,
 * and in a cycle of which so many elements are left or added. */
static const int of_tile = 2500, of_partial = 3500, exchanged = 16;

/* Fewer steps than these are not worth another cluster. */
static const int least_steps = 4;

static int
over (int64_t length, int part)
{
  return (int)((length + part - 1) / part);
}

static double
in_waves (const struct candidate *c, const struct stream_k *s, int clusters)
{
  return (double)over (stream_k_tiles (s), clusters)
         * ((double)s->steps * c->step + of_tile);
}

static double
in_stretches (const struct candidate *c, const struct stream_k *s, int clusters)
{
  const double busy = s->sharers < clusters ? s->sharers : clusters;
  const double tiles = stream_k_tiles (s) / busy;
  /* Of what is shared, each leaves a part and adds what belongs to another;
   * where each has one part, it does one of both. */
  const double partials
      = (double)s->sharers / s->shared + (s->sharers % s->shared == 0 ? 0 : 1);

  return tiles * s->steps * c->step + (tiles > 1 ? tiles : 1) * of_tile
         + partials * (of_partial + (double)c->rows * c->cols / exchanged);
}

/* What all tiles take, in cycles; sets how they are dealt out. */
static double
deal (const struct candidate *c, struct stream_k *s, int clusters, int share)
{
  struct stream_k shared = *s;
  const double waves = in_waves (c, s, clusters);
  double stretches;

  stream_k_share_last (&shared, clusters, least_steps);
  if (share == ENGINE_SHARE_NONE || shared.shared == 0)
    return waves;
  stretches = in_stretches (c, &shared, clusters);
  /* Where power is the limit, clusters that are idle let the others be faster.
   */
  if (share == ENGINE_SHARE_AUTO && waves <= 1.1 * stretches)
    return waves;
  *s = shared;
  return stretches;
}

/* Whether a larger tile would do as well, as half of this one is outside. */
static bool
is_wasted (const struct candidate *c, const struct engine_task *p)
{
  return (c->rows > 64 && p->rows <= c->rows / 2)
         || (c->cols > 64 && p->cols <= c->cols / 2);
}

static int
choose_tile (const struct engine_task *p, int units, int share)
{
  int tile = ENGINE_128x256;
  double least = 0;

  for (const struct candidate &c : candidates) {
    struct stream_k s = {};
    double cost;

    if (is_wasted (&c, p))
      continue;
    s.steps = p->tiles.steps;
    s.down = over (p->rows, c.rows);
    s.across = over (p->cols, c.cols);
    cost = deal (&c, &s, units, share);
    if (least == 0 || cost < least) {
      least = cost;
      tile = c.tile;
    }
  }
  return tile;
}

void
engine_choose (const struct engine_task *p, const gk_device *device,
               struct engine_settings *s)
{
  const int units = (int)device->units;

  if (s->tile == ENGINE_AUTO)
    s->tile = choose_tile (p, units, s->share);
  if (s->cluster_rows == 0) {
    /* Columns are most of what a wide tile loads: two blocks share them. */
    const bool many
        = (int64_t)over (p->rows, 128) * over (p->cols, 256) > units;

    s->cluster_rows = s->tile == ENGINE_128x256 && many ? 2 : 1;
    s->cluster_cols = 1;
  }
  if (s->band == 0)
    s->band = 8;
}

void
engine_deal (struct engine_task *task, int clusters,
             const struct engine_settings *settings)
{
  const struct candidate *c = &candidates[0];
  const int tiles = stream_k_tiles (&task->tiles);

  for (const struct candidate &other : candidates)
    if (other.tile == settings->tile)
      c = &other;
  deal (c, &task->tiles, clusters, settings->share);
  task->tiles.blocks
      = tiles < clusters || !settings->persistent ? tiles : clusters;
}
