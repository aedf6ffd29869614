/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A plugin without a family: another variant of transpose, whose family is in
 * gkhost's own plugin of that name.  That family makes the inputs and checks
 * the results; this file only computes them.
 */
#include <string.h>

#include <gkhost/transpose.h>

/* Elements of a tile's side: source and destination of a tile fit the L1 cache,
 * for any type of element. */
#define SIDE 16

struct tile {
  int64_t row, col; /* the first element, in src */
  int64_t rows, cols;
};

/* Moves one tile.  element: a constant in each call, so that the memcpy is one
 * load and one store. */
static inline void
move_tile (const gk_transpose *t, const struct tile *tile, size_t element)
{
  const char *src = t->src;
  char *dst = t->dst;
  int64_t i, j;

  for (j = tile->col; j < tile->col + tile->cols; j++)
    for (i = tile->row; i < tile->row + tile->rows; i++)
      memcpy (dst + (size_t)(j * t->dst_pitch + i) * element,
              src + (size_t)(i * t->src_pitch + j) * element, element);
}

static void
move_any (const gk_transpose *t, const struct tile *tile)
{
  switch (t->element) {
  case 1:
    move_tile (t, tile, 1);
    break;
  case 2:
    move_tile (t, tile, 2);
    break;
  case 4:
    move_tile (t, tile, 4);
    break;
  case 8:
    move_tile (t, tile, 8);
    break;
  default:
    move_tile (t, tile, t->element);
    break;
  }
}

/* Halves the longer side until a tile is small (a cache-oblivious algorithm):
 * on the way down some tile fits each cache, whatever the caches' sizes. */
static void
halve (const gk_transpose *t, struct tile tile)
{
  struct tile rest = tile;

  if (tile.rows <= SIDE && tile.cols <= SIDE) {
    move_any (t, &tile);
    return;
  }
  if (tile.rows >= tile.cols) {
    tile.rows /= 2;
    rest.row += tile.rows;
    rest.rows -= tile.rows;
  } else {
    tile.cols /= 2;
    rest.col += tile.cols;
    rest.cols -= tile.cols;
  }
  halve (t, tile);
  halve (t, rest);
}

static int
cache_oblivious (const gk_host *host, const void *problem, void *state,
                 void *stream)
{
  const gk_transpose *t = problem;
  struct tile all = { 0, 0, 0, 0 };

  (void)host;
  (void)state;
  (void)stream;
  all.rows = t->rows;
  all.cols = t->cols;
  halve (t, all);
  return GK_OK;
}

static const gk_variant variants[] = {
  {
      .family = "transpose",
      .name = "cache-oblivious",
      .summary = "halves the longer side until a tile fits any cache",
      .device = GK_CPU,
      .launch = cache_oblivious,
  },
};

GK_PLUGIN ("diagonal", "1", "another variant of transpose: an example", NULL,
           variants)
