/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A cost model that chooses the tile and the split for products on CUDA cores,
 * with figures measured on an H200 (f32, 64 to 4096).
 */
#include <math.h>

#include "fma.h"
#include "tiles.cuh"

struct fma_candidate {
  int tile;     /* enum fma_tile_choice */
  double share; /* of the peak, in steady state */
};

static const struct fma_candidate candidates[] = {
  { FMA_128x256, 0.66 }, { FMA_128x128, 0.62 }, { FMA_128x64, 0.61 },
  { FMA_64x64, 0.58 },   { FMA_64x32, 0.54 },   { FMA_32x32, 0.44 },
  { FMA_32x16, 0.35 },
};

static_assert (sizeof candidates / sizeof *candidates == fma_most_ranked,
               "a place for each");

/* Cycles: until the first step has arrived, and to store; to add up the slices
 * of a block, and the blocks of a cluster. */
static const double of_tile = 3000, of_slices = 700, of_splits = 4500;

int
fma_shared_bytes (const struct fma_kernel *kernel, int stages, int splits)
{
  const int staged = stages * kernel->stage;
  const bool adds = kernel->slices > 1 || splits > 1;
  const int added = adds || fma_is_alone (kernel) ? kernel->part : 0;

  return staged > added ? staged : added;
}

/* The cycles of a multiprocessor for its tiles. */
static double
estimate_cycles (const struct fma_candidate *c, const struct fma_kernel *kernel,
                 const gk_matmul *p, const struct fma_device *device,
                 int splits)
{
  const int64_t tiles
      = tiles_over (p->m, kernel->rows) * tiles_over (p->k, kernel->cols);
  const int64_t steps = tiles_over (tiles_over (p->n, kernel->inner), splits);
  /* Clusters of four and more leave some multiprocessors idle. */
  const int some = device->units * 7 / 8;
  const int units = splits < 4 || some == 0 ? device->units : some;
  const int64_t each = tiles_over (tiles * splits, units);
  /* A slice that has no step left waits for one that has. */
  const int64_t inner
      = tiles_over (steps, kernel->slices) * kernel->slices * kernel->inner;
  const double multiply
      = (double)inner * kernel->rows * kernel->cols / 128 / c->share;

  return (double)each * multiply
         + (double)tiles_over (each, kernel->blocks)
               * (of_tile + (kernel->slices > 1 ? of_slices : 0)
                  + (splits > 1 ? of_splits : 0));
}

/* Sets the splits of a tile that take the fewest cycles, unless the settings
 * name some, and returns these; INFINITY: none are possible. */
static double
choose_splits (const struct fma_candidate *c, const struct fma_kernel *kernel,
               const gk_matmul *p, const struct fma_device *device,
               struct fma_settings *s)
{
  const int requested = s->splits;
  double least = INFINITY;

  for (int splits = 1; splits <= device->most_splits; splits++) {
    double is;

    if ((requested > 0 && splits != requested)
        || (splits > 1 && tiles_over (p->n, kernel->inner) < splits)
        || fma_shared_bytes (kernel, fma_least_stages, splits) > device->shared)
      continue;
    is = estimate_cycles (c, kernel, p, device, splits);
    if (is < least) {
      least = is;
      s->splits = splits;
    }
  }
  return least;
}

int
fma_rank_tiles (const gk_matmul *p, const struct fma_device *device,
                fma_find *find, const struct fma_settings *settings,
                struct fma_settings *ranked)
{
  double cycles[fma_most_ranked];
  int n = 0;

  for (const struct fma_candidate &c : candidates) {
    const struct fma_kernel kernel = find (c.tile);
    struct fma_settings s = *settings;
    int i = n;
    double is;

    if (s.tile != FMA_AUTO && s.tile != c.tile)
      continue;
    s.tile = c.tile;
    is = choose_splits (&c, &kernel, p, device, &s);
    if (isinf (is))
      continue;
    n++;
    for (; i > 0 && cycles[i - 1] > is; i--) {
      cycles[i] = cycles[i - 1];
      ranked[i] = ranked[i - 1];
    }
    cycles[i] = is;
    ranked[i] = s;
  }
  return n;
}

void
fma_choose (const gk_matmul *p, const struct fma_device *device, fma_find *find,
            struct fma_settings *s)
{
  struct fma_settings ranked[fma_most_ranked];

  if (fma_rank_tiles (p, device, find, s, ranked) > 0)
    *s = ranked[0];
  if (s->tile == FMA_AUTO)
    s->tile = FMA_32x32;
  if (s->splits == 0)
    s->splits = 1;
}

/* The tiles that run at once, as many as there are multiprocessors, should
 * cover about a square. */
static int
band_of (const struct fma_kernel *kernel, int units)
{
  const int band = (int)(sqrt ((double)units * kernel->cols / kernel->rows));

  return band > 1 ? band : 1;
}

struct fma_task
fma_task_of (const gk_matmul *p, const struct fma_kernel *kernel,
             const struct fma_settings *settings, int units)
{
  const int64_t size = p->dtype == GK_F64 ? 8 : 4;
  const int band
      = settings->band > 0 ? settings->band : band_of (kernel, units);
  struct fma_task t = {};

  t.a = p->a;
  t.b = p->b;
  t.c = p->c;
  t.lda = p->lda;
  t.ldb = p->ldb;
  t.ldc = p->ldc;
  t.rows = p->m;
  t.cols = p->k;
  t.inner = p->n;
  t.steps = (int)tiles_over (p->n, kernel->inner);
  t.bands.down = (int)tiles_over (p->m, kernel->rows);
  t.bands.across = (int)tiles_over (p->k, kernel->cols);
  t.bands.band = band < t.bands.down ? band : t.bands.down;
  bands_set_divisors (&t.bands);
  t.splits = settings->splits;
  t.of_splits = divisor_of ((uint32_t)t.splits);
  t.stages = settings->stages;
  t.aligned = p->lda * size % 16 == 0 && p->ldb * size % 16 == 0;
  t.aligned_c = p->ldc * size % 16 == 0;
  return t;
}
