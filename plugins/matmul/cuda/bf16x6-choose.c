/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A cost model that ranks tiles and splits of bf16x6, with figures measured on
 * an H200.
 */
#include <config.h>

#include <math.h>

#include "bf16x6.h"

struct tile_cost {
  int rows, cols; /* of C */
  int blocks;     /* of a multiprocessor */
  double step;    /* cycles of so many blocks */
  double alone;   /* of one block that has the multiprocessor */
};

static const struct tile_cost tiles[BF16X6_TILES] = {
  [BF16X6_128x128] = { 128, 128, 1, 4100, 4100 },
  [BF16X6_128x64] = { 128, 64, 1, 2400, 2400 },
  [BF16X6_64x128] = { 64, 128, 1, 2400, 2400 },
  [BF16X6_64x64] = { 64, 64, 2, 2650, 1700 },
  [BF16X6_64x32] = { 64, 32, 2, 2000, 1400 },
  [BF16X6_32x64] = { 32, 64, 2, 2000, 1400 },
};

/* Cycles until the first step has arrived, and to store; and for the blocks of
 * a cluster to begin together and to add up. */
static const double of_tile = 4000, of_splits = 2000;

static double
estimate_cycles (const gk_matmul *p, const struct tile_cost *t, int splits,
                 const struct bf16x6_room *room)
{
  const int64_t steps = tiles_over (tiles_over (p->n, bf16x6_step), splits);
  const double all = (double)tiles_over (p->m, t->rows)
                     * (double)tiles_over (p->k, t->cols) * (double)p->batch;
  const int at_once = room->clusters[t->blocks - 1][splits];
  const double waves = ceil (all / (at_once > 0 ? at_once : 1));
  const bool alone = all <= room->clusters[0][splits];

  return waves * (of_tile + (double)steps * (alone ? t->alone : t->step))
         + (splits > 1 ? of_splits : 0);
}

struct bf16x6_candidate {
  struct bf16x6_choice choice;
  double cycles;
};

/* Inserts it where it belongs among n, and returns how many there are then. */
static int
insert_candidate (struct bf16x6_candidate *ranked, int n, int most,
                  struct bf16x6_candidate c)
{
  int i = n < most ? n : most - 1;

  if (n == most && ranked[i].cycles <= c.cycles)
    return n;
  for (; i > 0 && ranked[i - 1].cycles > c.cycles; i--)
    ranked[i] = ranked[i - 1];
  ranked[i] = c;
  return n < most ? n + 1 : n;
}

/* Stores a tile's two best splits, or what is set, and returns how many. */
static int
rank_splits (const gk_matmul *p, const struct bf16x6_room *room, int tile,
             int splits, struct bf16x6_candidate best[2])
{
  const int64_t steps = tiles_over (p->n, bf16x6_step);
  int n = 0;

  for (int s = 1; s <= bf16x6_most_splits; s++)
    if (splits > 0 ? s == splits : s <= steps) {
      const struct bf16x6_candidate c
          = { { tile, s }, estimate_cycles (p, &tiles[tile], s, room) };

      n = insert_candidate (best, n, 2, c);
    }
  return n;
}

int
bf16x6_rank (const gk_matmul *p, const struct bf16x6_room *room,
             const struct bf16x6_choice *set, struct bf16x6_choice *ranked,
             int most)
{
  struct bf16x6_candidate all[2 * BF16X6_TILES], best[2];
  int n = 0;

  for (int tile = BF16X6_AUTO + 1; tile < BF16X6_TILES; tile++)
    if (set->tile == BF16X6_AUTO || set->tile == tile) {
      const int found = rank_splits (p, room, tile, set->splits, best);

      for (int i = 0; i < found; i++)
        n = insert_candidate (all, n, 2 * BF16X6_TILES, best[i]);
    }
  if (n > most)
    n = most;
  for (int i = 0; i < n; i++)
    ranked[i] = all[i].choice;
  return n;
}
