/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Batches of small products in tiles of one warp each (cp-async.cu): which
 * tile, and how long they take.
 *
 * The time is the larger of two.  A multiprocessor full of warps takes so many
 * cycles for a tile and for each element of its inner dimension, more if
 * elements are loaded one by one.  One warp by itself waits for each of its
 * loads.  The figures were fitted to batches of 8 to 128 lines on an H200.
 */
#include <config.h>

#include <math.h>

#include "matmul/cuda/fma.h"
#include "matmul/forms.h"
#include "matmul/row-major.h"

struct warp_tile {
  int tile; /* enum fma_tile_choice */
  int rows, cols;
  double each, each_f64; /* cycles of a tile; of f64 it has half the columns */
  double step;           /* of each element of the inner dimension, if full */
  double alone;          /* likewise, of one warp by itself */
};

static const struct warp_tile tiles[] = {
  { FMA_WARP_64x64, 64, 64, 3100, 1450, 38, 350 },
  { FMA_WARP_32x64, 32, 64, 1200, 820, 20, 215 },
  { FMA_WARP_32x32, 32, 32, 480, 615, 12, 134 },
  { FMA_WARP_16x64, 16, 64, 400, 590, 13.7, 73 },
  { FMA_WARP_16x16, 16, 16, 200, 320, 4.6, 45 },
};

/* Cycles until the first step has arrived, and to store; and of each element
 * that is loaded by itself. */
static const double of_alone = 1500, of_element = 0.12;

/* The largest products whose tiles are of one warp, in lines and in elements;
 * of the latter there may be more where rows begin anywhere, which larger tiles
 * load slowly, too. */
enum { MOST_LINES = 128, MOST_ELEMENTS = 96 * 128 };

static int
columns_of (const gk_matmul *p, const struct warp_tile *tile)
{
  return p->dtype == GK_F64 ? tile->cols / 2 : tile->cols;
}

static double
count_tiles (const gk_matmul *p, const struct warp_tile *tile)
{
  return ceil ((double)p->m / tile->rows)
         * ceil ((double)p->k / columns_of (p, tile)) * (double)p->batch;
}

/* Elements of a step that are loaded one by one: of columns, and where rows do
 * not begin at multiples of 16 bytes. */
static int
count_elements (const gk_matmul *p, const struct warp_tile *tile)
{
  const int64_t vector = p->dtype == GK_F64 ? 2 : 4;
  const bool odd = p->lda % vector != 0 || p->ldb % vector != 0;

  return (odd || p->layout_a != p->layout_c ? tile->rows : 0)
         + (odd || p->layout_b != p->layout_c ? columns_of (p, tile) : 0);
}

static double
estimate_cycles (const gk_matmul *p, int64_t units, const struct warp_tile *t)
{
  const double inner = (double)p->n;
  const double step = t->step + of_element * count_elements (p, t);
  const double each = p->dtype == GK_F64 ? t->each_f64 : t->each;
  const double full
      = ceil (count_tiles (p, t) / (double)units) * (each + step * inner);

  return fmax (full, of_alone + t->alone * inner);
}

/* The last tile is the smallest. */
static bool
suits_warps (const gk_matmul *p, int64_t units)
{
  const double most_tiles = count_tiles (p, &tiles[GK_COUNT (tiles) - 1]);

  return p->batch > 1 && !matmul_is_updated (p, p->bias != NULL)
         && p->m <= MOST_LINES && p->k <= MOST_LINES
         && (p->m * p->k <= MOST_ELEMENTS || !fma_has_rows_for_tma (p))
         && most_tiles >= (double)units / 2;
}

double
fma_choose_warps (const gk_matmul *problem, int64_t units, int *tile)
{
  const gk_matmul p = matmul_row_major (problem);
  double least = INFINITY;

  if (!suits_warps (&p, units))
    return least;
  for (size_t i = 0; i < GK_COUNT (tiles); i++) {
    const double is = estimate_cycles (&p, units, &tiles[i]);

    if (is < least) {
      least = is;
      *tile = tiles[i].tile;
    }
  }
  return least;
}
