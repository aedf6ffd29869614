/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table of `best`: which kernel, with which tunables, for which problem.
 */
#include <config.h>

#include "plan.h"

/* Elements of the most that `small` is best at: less than a wave of blocks. */
#define SMALL_ELEMENTS (300 * 300)

static bool
is_aligned (const void *address, int64_t pitch, uint32_t element)
{
  return (((uintptr_t)address | ((uint64_t)pitch * element)) & 15) == 0;
}

bool
transpose_src_aligned (const gk_transpose *p)
{
  return is_aligned (p->src, p->src_pitch, p->element);
}

bool
transpose_dst_aligned (const gk_transpose *p)
{
  return is_aligned (p->dst, p->dst_pitch, p->element);
}

bool
transpose_vector_takes (const gk_transpose *p)
{
  /* Bands of tiles reach over the end of a matrix by less than this. */
  const int64_t most = (INT64_C (1) << 31) - (INT64_C (1) << 24);
  const int64_t bytes = INT64_C (1) << 32;

  return p->rows < most && p->cols < most && p->src_pitch < bytes / p->element
         && p->dst_pitch < bytes / p->element && transpose_src_aligned (p)
         && transpose_dst_aligned (p);
}

bool
transpose_is_flat (const gk_transpose *p)
{
  return (p->rows == 1 && (p->cols == 1 || p->dst_pitch == 1))
         || (p->cols == 1 && p->src_pitch == 1);
}

bool
transpose_tma_takes (const gk_transpose *p)
{
  /* The engine's coordinates have 32 bits. */
  const int64_t most = INT64_C (1) << 31;

  /* It writes 16 bytes at a time, beyond the end of a row too. */
  return p->element <= 8 && p->rows < most && p->cols < most
         && p->rows * p->element % 16 == 0 && transpose_src_aligned (p)
         && transpose_dst_aligned (p);
}

/* Tiles in columns: dst is written in its own order, front by front. */
#define ALL_DOWN 65535

/* Whether src and dst fit the last cache together.  Then blocks need not wait
 * for the end of the kernel before, and the order of tiles does not matter to
 * memory.  (What the cache is told is left at normal there, too: lines evicted
 * first never settle in a cache that holds older ones.) */
static bool
fits_cache (const gk_transpose *p, const gk_device *device)
{
  return 2 * (uint64_t)p->rows * (uint64_t)p->cols * p->element <= device->l2;
}

/* Whether tiles of so many elements are too few to keep all multiprocessors
 * busy. */
static bool
too_few_tiles (const gk_transpose *p, int64_t rows, int64_t cols,
               const gk_device *device)
{
  const int64_t tiles = ((p->rows - 1) / rows + 1) * ((p->cols - 1) / cols + 1);

  return tiles < (int64_t)device->units * 3 / 2;
}

static struct transpose_plan
choose_vector (const gk_transpose *p, const gk_device *device)
{
  const int64_t side = 256 / (int64_t)p->element;
  const bool fits = fits_cache (p, device);

  return (struct transpose_plan){
    .kernel = TRANSPOSE_VECTOR,
    .tile = too_few_tiles (p, side, side, device) ? TILE_128 : TILE_256,
    .squares = 1,
    .band = fits ? 0 : ALL_DOWN,
    .overlap = fits,
  };
}

static struct transpose_plan
choose_slanted (const gk_transpose *p, const gk_device *device)
{
  return (struct transpose_plan){
    .kernel = TRANSPOSE_SLANTED,
    .tile
    = too_few_tiles (p, 128, p->element <= 4 ? 64 : 32, device) ? 64 : 128,
    .band = fits_cache (p, device) ? 0 : ALL_DOWN,
    /* Of single bytes a sector takes 31 more rows of the tile above. */
    .slant = p->element > 1,
  };
}

struct transpose_plan
transpose_choose (const gk_transpose *p, const gk_device *device)
{
  if (p->rows == 1 || p->cols == 1)
    return (struct transpose_plan){ .kernel = TRANSPOSE_FLAT, .overlap = true };
  if (p->rows <= SMALL_ELEMENTS / p->cols)
    return (struct transpose_plan){ .kernel = TRANSPOSE_SMALL,
                                    .tile = 16,
                                    .overlap = true };
  if (transpose_vector_takes (p))
    return choose_vector (p, device);
  return choose_slanted (p, device);
}
