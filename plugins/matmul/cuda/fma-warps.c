/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Batches of small products in tiles of one warp each (cp-async.cu): which
 * tile, and how long they take.
 *
 * A multiprocessor that is full of warps takes so many cycles for a tile and
 * for each step of it; where it has few, so many that a warp waits for its own.
 * The figures were fitted to 40 batches of f32 on an H200, of 8 to 128 lines:
 * the tile that is chosen takes up to 1.17 times the fastest one's time.
 */
#include <config.h>

#include <math.h>

#include "matmul/cuda/fma.h"
#include "matmul/forms.h"

struct warp_tile {
  int tile; /* enum fma_tile_choice */
  int rows, cols;
  double each, step; /* cycles of a tile, and of each of its steps */
  double alone;      /* of a step of a warp that has no company */
};

static const struct warp_tile tiles[] = {
  { FMA_WARP_64x64, 64, 64, 3100, 38, 350 },
  { FMA_WARP_32x64, 32, 64, 1200, 20, 215 },
  { FMA_WARP_32x32, 32, 32, 480, 12, 134 },
  { FMA_WARP_16x64, 16, 64, 400, 13.7, 73 },
  { FMA_WARP_16x16, 16, 16, 200, 4.6, 45 },
};

/* Cycles until the first step has arrived, and to store. */
static const double of_alone = 1500;

/* The largest products whose tiles are of one warp, in lines and in elements;
 * of the latter there may be more where rows begin anywhere, which larger tiles
 * load slowly, too. */
enum { MOST_LINES = 128, MOST_ELEMENTS = 96 * 128 };

static double
count_tiles (const gk_matmul *p, const struct warp_tile *tile)
{
  const int cols = p->dtype == GK_F64 ? tile->cols / 2 : tile->cols;

  return ceil ((double)p->m / tile->rows) * ceil ((double)p->k / cols)
         * (double)p->batch;
}

double
fma_warps_cycles (const gk_matmul *p, int64_t units, int *tile)
{
  const double inner = (double)p->n;
  double least = INFINITY;

  for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++) {
    const struct warp_tile *t = &tiles[i];
    const double full = ceil (count_tiles (p, t) / (double)units)
                        * (t->each + t->step * inner);
    const double is = fmax (full, of_alone + t->alone * inner);

    if (is < least) {
      least = is;
      *tile = t->tile;
    }
  }
  return least;
}

bool
fma_warps_suit (const gk_matmul *p, int64_t units)
{
  const double of_16x16 = count_tiles (p, &tiles[4]);

  return p->batch > 1 && !matmul_is_updated (p, p->bias != NULL)
         && p->m <= MOST_LINES && p->k <= MOST_LINES
         && (p->m * p->k <= MOST_ELEMENTS || !fma_has_rows_for_tma (p))
         && of_16x16 >= (double)units / 2;
}
