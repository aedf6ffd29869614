/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which tile, cluster and split suit a problem: what each would take by a
 * simple model, whose figures were measured on an H200.
 */
#include "engine.h"

struct candidate {
  int tile; /* enum engine_tile_choice */
  int rows, cols;
  int step; /* cycles: wgmma's, or those in which L2 delivers the operands */
};

static const struct candidate candidates[] = {
  { ENGINE_128x256, 128, 256, 1280 }, { ENGINE_128x192, 128, 192, 1000 },
  { ENGINE_128x128, 128, 128, 700 },  { ENGINE_128x64, 128, 64, 530 },
  { ENGINE_64x256, 64, 256, 860 },    { ENGINE_64x128, 64, 128, 530 },
  { ENGINE_64x64, 64, 64, 360 },
};

/* Cycles: to begin and end a tile, and to add up what was split. */
static const int of_tile = 2500, of_split = 2500;

static int64_t
over (int64_t length, int part)
{
  return (length + part - 1) / part;
}

/* What all tiles take, in cycles. */
static int64_t
cost (const struct candidate *c, const struct engine_task *p, int64_t units,
      int splits)
{
  const int64_t tiles = over (p->rows, c->rows) * over (p->cols, c->cols);
  const int64_t waves = (tiles * splits + units - 1) / units;

  return waves
         * (over (p->steps, splits) * c->step + of_tile
            + (splits > 1 ? of_split : 0));
}

/* Whether a larger tile would do as well, as half of this one is outside. */
static bool
is_wasted (const struct candidate *c, const struct engine_task *p)
{
  return (c->rows > 64 && p->rows <= c->rows / 2)
         || (c->cols > 64 && p->cols <= c->cols / 2);
}

static void
choose_tile (const struct engine_task *p, int64_t units,
             struct engine_settings *s)
{
  const int asked = s->splits, asked_tile = s->tile;
  int64_t best = INT64_MAX;

  for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++)
    for (int splits = 1; splits <= engine_most_cluster; splits *= 2) {
      const struct candidate *c = &candidates[i];
      int64_t is;

      if ((asked_tile != ENGINE_AUTO ? c->tile != asked_tile : is_wasted (c, p))
          || (asked > 0 && splits != asked)
          || (splits > 1 && (p->steps < 2 * splits || s->cluster_rows > 0)))
        continue;
      is = cost (c, p, units, splits);
      if (is < best) {
        best = is;
        s->tile = c->tile;
        s->splits = splits;
      }
    }
  if (s->tile == ENGINE_AUTO)
    s->tile = ENGINE_128x256;
  if (s->splits == 0)
    s->splits = 1;
}

void
engine_choose (const struct engine_task *p, const gk_device *device,
               struct engine_settings *s)
{
  const int64_t units = (int64_t)device->units;

  if (s->tile == ENGINE_AUTO || s->splits == 0)
    choose_tile (p, units, s);
  if (s->splits > p->steps)
    s->splits = p->steps;
  if (s->cluster_rows == 0) {
    /* Columns are most of what a wide tile loads: two blocks share them. */
    const bool many = over (p->rows, 128) * over (p->cols, 256) > units;

    s->cluster_rows
        = s->tile == ENGINE_128x256 && s->splits == 1 && many ? 2 : 1;
    s->cluster_cols = 1;
  }
  if (s->band == 0)
    s->band = 8;
}
