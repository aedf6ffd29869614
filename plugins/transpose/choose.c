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
  /* Tiles reach over the end of a matrix by less than this. */
  const int64_t most = (INT64_C (1) << 31) - 512;
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

/* Pieces of 256 bytes in src and dst. */
static struct transpose_plan
choose_vector (const gk_transpose *p, const gk_device *device)
{
  const uint64_t bytes = (uint64_t)p->rows * (uint64_t)p->cols * p->element;
  struct transpose_plan plan = {
    .kernel = TRANSPOSE_VECTOR,
    .tile = TILE_256,
    .squares = 1,
    .band = ALL_DOWN,
  };

  /* Both matrices fit the cache: what is read makes room for what is written,
   * blocks need not wait for the end of the kernel before, and the fewer there
   * are to start the better. */
  if (device->l2 > 0 && 2 * bytes <= device->l2 / 2) {
    if (p->element >= 4) {
      plan.tile = TILE_256_512;
      plan.squares = 2;
    }
    plan.band = 0;
    plan.overlap = true;
  }
  return plan;
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
  return (struct transpose_plan){ .kernel = TRANSPOSE_SLANTED,
                                  .tile = 128,
                                  .band = ALL_DOWN,
                                  .slant = true,
                                  .overlap = true };
}
