/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What `best` chooses for a transpose can run there, whatever the problem.
 */
#include <config.h>

#include "transpose/plan.h"
#include "tests/unit/unit.h"

/* Addresses are looked at and never followed. */
#define ADDRESS ((void *)0x10000)

static struct transpose_plan
plan (int64_t rows, int64_t cols, uint32_t element, int64_t pad)
{
  static const gk_device device
      = { .capability = 90, .units = 132, .l2 = 60 << 20 };
  const gk_transpose p = {
    .element = element,
    .rows = rows,
    .cols = cols,
    .src_pitch = cols + pad,
    .dst_pitch = rows + pad,
    .src = ADDRESS,
    .dst = ADDRESS,
  };

  return transpose_choose (&p, &device);
}

TEST (a_single_line_is_copied)
{
  assert_int_equal (plan (1, 1 << 20, 4, 0).kernel, TRANSPOSE_FLAT);
  assert_int_equal (plan (1 << 20, 1, 4, 0).kernel, TRANSPOSE_FLAT);
}

TEST (few_elements_get_small_tiles)
{
  assert_int_equal (plan (300, 300, 4, 0).kernel, TRANSPOSE_SMALL);
  assert_int_equal (plan (2, 7, 16, 3).kernel, TRANSPOSE_SMALL);
}

TEST (vectors_need_aligned_rows_on_both_sides)
{
  assert_int_equal (plan (8192, 8192, 4, 0).kernel, TRANSPOSE_VECTOR_TUNED);
  assert_int_equal (plan (1000, 3000, 4, 0).kernel, TRANSPOSE_VECTOR_TUNED);
  assert_int_equal (plan (8191, 8193, 4, 0).kernel, TRANSPOSE_SECTOR_ALIGNED);
  assert_int_equal (plan (8192, 8190, 4, 0).kernel, TRANSPOSE_SECTOR_ALIGNED);
  assert_int_equal (plan (8190, 8192, 4, 0).kernel, TRANSPOSE_SECTOR_ALIGNED);
  assert_int_equal (plan (8191, 8193, 16, 0).kernel, TRANSPOSE_VECTOR_TUNED);
}

TEST (what_32_bits_do_not_count_is_no_vector_s)
{
  assert_int_equal (plan (1000, 1 << 20, 4, 0).kernel, TRANSPOSE_VECTOR_TUNED);
  /* A row of 4 GiB, and as many elements as ends the count. */
  assert_int_equal (plan (16, 1 << 30, 4, 0).kernel, TRANSPOSE_SECTOR_ALIGNED);
  assert_int_equal (plan (16, (INT64_C (1) << 31) - 512, 1, 0).kernel,
                    TRANSPOSE_SECTOR_ALIGNED);
  /* A band of 65535 tiles would begin before the end and end beyond 2^31. */
  assert_int_equal (plan (INT64_C (2147483104), 16, 1, 0).kernel,
                    TRANSPOSE_SECTOR_ALIGNED);
  assert_int_equal (plan (INT64_C (2130706400), 16, 1, 0).kernel,
                    TRANSPOSE_VECTOR_TUNED);
}

TEST (all_multiprocessors_get_a_tile)
{
  assert_int_equal (plan (8192, 8192, 4, 0).tile, 256);
  assert_int_equal (plan (400, 1000, 4, 0).tile, 128);
  assert_int_equal (plan (8191, 8193, 4, 0).tile, 128);
  assert_int_equal (plan (501, 701, 4, 0).tile, 64);
}

/* A tile of bytes would read half as many rows again. */
TEST (bytes_are_not_sector_aligned)
{
  assert_false (plan (8191, 8193, 1, 0).align);
  assert_true (plan (8191, 8193, 2, 0).align);
}

/* Launches that overlap would hide the end of one sample in the next, if the
 * problem did not fit the cache and so had no reason to. */
TEST (only_what_fits_the_cache_starts_early)
{
  assert_true (plan (1000, 3000, 4, 0).pdl);
  assert_false (plan (8192, 8192, 4, 0).pdl);
  /* Where blocks start early, fewer may be resident. */
  assert_true (plan (1000, 3000, 4, 0).blocks_per_sm
               < plan (8192, 8192, 4, 0).blocks_per_sm);
}

TEST (tma_writes_16_bytes_at_a_time)
{
  gk_transpose p = { .element = 4,
                     .rows = 37,
                     .cols = 64,
                     .src_pitch = 64,
                     .dst_pitch = 40,
                     .src = ADDRESS,
                     .dst = ADDRESS };

  assert_false (transpose_tma_accepts (&p));
  p.rows = 40;
  assert_true (transpose_tma_accepts (&p));
  p.element = 16;
  assert_false (transpose_tma_accepts (&p));
}
