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

/* Whether rows of src and dst all start at multiples of 16 bytes. */
static bool
rows_aligned (const gk_transpose *p)
{
  return is_aligned (p->src, p->src_pitch, p->element)
         && is_aligned (p->dst, p->dst_pitch, p->element);
}

static bool
vector_accepts (const gk_transpose *p)
{
  /* Bands of tiles reach over the end of a matrix by less than this. */
  const int64_t most = (INT64_C (1) << 31) - (INT64_C (1) << 24);
  const int64_t bytes = INT64_C (1) << 32;

  return p->rows < most && p->cols < most && p->src_pitch < bytes / p->element
         && p->dst_pitch < bytes / p->element && rows_aligned (p);
}

int
transpose_vector_fits (const gk_host *host, const gk_transpose *p)
{
  if (vector_accepts (p))
    return GK_OK;
  host->error (host, "rows don't start at multiples of 16 bytes, or are longer "
                     "than 32 bits count; use the variant sector-aligned");
  return GK_SKIP;
}

bool
transpose_is_flat (const gk_transpose *p)
{
  return (p->rows == 1 && (p->cols == 1 || p->dst_pitch == 1))
         || (p->cols == 1 && p->src_pitch == 1);
}

bool
transpose_tma_accepts (const gk_transpose *p)
{
  /* Its coordinates have 32 bits. */
  const int64_t most = INT64_C (1) << 31;

  /* It writes 16 bytes at a time, beyond the end of a row too. */
  return p->element <= 8 && p->rows < most && p->cols < most
         && p->rows * p->element % 16 == 0 && rows_aligned (p);
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

/* How many blocks are to be resident, of those that move 4-byte elements
 * (others are bound by their registers already, or gain nothing).  On an H200
 * eight of the tiles of 256 bytes fit a multiprocessor, and are too many: at 64
 * MB six take 32.7 us for 33.5.  With programmatic dependent launch they crowd
 * on those multiprocessors that come to their end first: 1000 x 3000 hot, with
 * five 4.60 us for 5.49. */
static int
most_blocks (const gk_transpose *p, int tile, bool pdl)
{
  if (p->element != 4 || tile != 256)
    return 0;
  return pdl ? 5 : 6;
}

static struct transpose_plan
choose_vector (const gk_transpose *p, const gk_device *device)
{
  const int64_t side = 256 / (int64_t)p->element;
  const bool fits = fits_cache (p, device);
  const int tile = too_few_tiles (p, side, side, device) ? 128 : 256;

  return (struct transpose_plan){
    .kernel = TRANSPOSE_VECTOR_TUNED,
    .tile = tile,
    .band = fits ? 0 : ALL_DOWN,
    .blocks_per_sm = most_blocks (p, tile, fits),
    .pdl = fits,
  };
}

static struct transpose_plan
choose_sector_aligned (const gk_transpose *p, const gk_device *device)
{
  return (struct transpose_plan){
    .kernel = TRANSPOSE_SECTOR_ALIGNED,
    .tile
    = too_few_tiles (p, 128, p->element <= 4 ? 64 : 32, device) ? 64 : 128,
    .band = fits_cache (p, device) ? 0 : ALL_DOWN,
    /* Of single bytes a sector takes 31 more rows of the tile above. */
    .align = p->element > 1,
  };
}

struct transpose_plan
transpose_choose (const gk_transpose *p, const gk_device *device)
{
  if (p->rows == 1 || p->cols == 1)
    return (struct transpose_plan){ .kernel = TRANSPOSE_FLAT, .pdl = true };
  if (p->rows <= SMALL_ELEMENTS / p->cols)
    return (struct transpose_plan){ .kernel = TRANSPOSE_SMALL,
                                    .tile = 16,
                                    .pdl = true };
  if (vector_accepts (p))
    return choose_vector (p, device);
  return choose_sector_aligned (p, device);
}
