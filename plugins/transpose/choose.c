/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table of `best`: which kernel, with which tunables, is the fastest for a
 * problem.
 */
#include <config.h>

#include "plan.h"

/* Up to so many elements `small` is the fastest: less than a wave of blocks. */
#define SMALL_ELEMENTS (300 * 300)

static bool
is_aligned (const void *address, int64_t pitch, uint32_t element)
{
  return (((uintptr_t)address | ((uint64_t)pitch * element)) & 15) == 0;
}

/* True when all rows of src and dst start at multiples of 16 bytes. */
static bool
rows_aligned (const gk_transpose *p)
{
  return is_aligned (p->src, p->src_pitch, p->element)
         && is_aligned (p->dst, p->dst_pitch, p->element);
}

static bool
vector_accepts (const gk_transpose *p)
{
  /* Bands of tiles extend past the end of a matrix by less than this. */
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

  /* It writes 16 bytes at a time, also past the end of a row. */
  return p->element <= 8 && p->rows < most && p->cols < most
         && p->rows * p->element % 16 == 0 && rows_aligned (p);
}

/* Column by column of tiles: dst is written in its own order, at one front. */
#define ALL_DOWN 65535

/* True when src and dst together fit the last-level cache.  Then blocks need
 * not wait for the end of the previous kernel, and the order of tiles does not
 * matter to memory.  (L2 eviction priorities stay at normal there, too: lines
 * that are evicted first never stay in a cache that holds older ones.) */
static bool
fits_cache (const gk_transpose *p, const gk_device *device)
{
  return 2 * (uint64_t)p->rows * (uint64_t)p->cols * p->element <= device->l2;
}

/* True when tiles of so many elements are too few to keep all multiprocessors
 * busy. */
static bool
too_few_tiles (const gk_transpose *p, int64_t rows, int64_t cols,
               const gk_device *device)
{
  const int64_t tiles = ((p->rows - 1) / rows + 1) * ((p->cols - 1) / cols + 1);

  return tiles < (int64_t)device->units * 3 / 2;
}

/* The most resident blocks per multiprocessor for elements of 4 bytes (others
 * are limited by their registers, or gain nothing); 0: no limit.  On an H200
 * eight blocks with tiles of 256 bytes fit a multiprocessor, which is too many:
 * at 64 MB six take 32.7 us instead of 33.5.  With programmatic dependent
 * launch they crowd on the multiprocessors that finish first: 1000 x 3000 hot
 * takes 4.60 us with five, 5.49 with eight. */
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
    /* With single bytes, alignment to sectors would read 31 more rows of the
     * tile above. */
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
