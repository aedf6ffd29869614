/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which batches have tiles of one warp, and which of these: the fastest that
 * was measured on an H200, for each product here.
 */
#include <config.h>

#include <math.h>

#include "matmul/cuda/fma.h"
#include "tests/unit/unit.h"

enum { UNITS = 132 };

static gk_matmul
batch_of (gk_dtype dtype, int64_t m, int64_t n, int64_t k, int64_t batch)
{
  return (gk_matmul){
    .dtype = dtype,
    .m = m,
    .n = n,
    .k = k,
    .lda = n,
    .ldb = k,
    .ldc = k,
    .layout_a = GK_ROW_MAJOR,
    .layout_b = GK_ROW_MAJOR,
    .layout_c = GK_ROW_MAJOR,
    .batch = batch,
    .alpha = 1,
  };
}

/* FMA_AUTO: none suits. */
static int
tile_of (gk_matmul p)
{
  int tile = FMA_AUTO;
  const double cycles = fma_choose_warps (&p, UNITS, &tile);

  assert_int_equal (tile == FMA_AUTO, isinf (cycles) != 0);
  return tile;
}

TEST (small_products_have_the_fastest_tile)
{
  assert_int_equal (tile_of (batch_of (GK_F32, 16, 16, 16, 4096)),
                    FMA_WARP_16x16);
  assert_int_equal (tile_of (batch_of (GK_F32, 32, 32, 32, 4096)),
                    FMA_WARP_32x32);
  assert_int_equal (tile_of (batch_of (GK_F32, 16, 128, 128, 1000)),
                    FMA_WARP_16x64);
  assert_int_equal (tile_of (batch_of (GK_F32, 16, 128, 128, 64)),
                    FMA_WARP_16x16);
  assert_int_equal (tile_of (batch_of (GK_F32, 127, 127, 127, 256)),
                    FMA_WARP_64x64);
  assert_int_equal (tile_of (batch_of (GK_F64, 33, 33, 33, 2000)),
                    FMA_WARP_64x64);
}

TEST (a_batch_in_columns_has_the_tile_of_its_transpose)
{
  gk_matmul p = batch_of (GK_F32, 128, 128, 16, 1000);

  p.layout_a = p.layout_b = p.layout_c = GK_COL_MAJOR;
  p.lda = p.ldc = 128;
  p.ldb = 128;
  assert_int_equal (tile_of (p), FMA_WARP_16x64);
}

TEST (others_have_none)
{
  gk_matmul p = batch_of (GK_F32, 16, 16, 16, 1);

  assert_int_equal (tile_of (p), FMA_AUTO);
  p.batch = 65;
  assert_int_equal (tile_of (p), FMA_AUTO);
  p.batch = 66;
  assert_int_equal (tile_of (p), FMA_WARP_16x16);
  p.alpha = 0.5;
  assert_int_equal (tile_of (p), FMA_AUTO);
  assert_int_equal (tile_of (batch_of (GK_F32, 129, 16, 16, 1000)), FMA_AUTO);
  assert_int_equal (tile_of (batch_of (GK_F32, 128, 128, 128, 256)), FMA_AUTO);
}
