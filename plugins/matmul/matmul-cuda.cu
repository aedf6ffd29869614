/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plugin with the CUDA variants of matmul-square and matmul-rect, which
 * share most kernels.
 */
#include <config.h>

#include "cuda/variant.h"
#include "matmul-rect/cuda-variants.h"
#include "matmul-square/cuda-variants.h"

#define DECLARE(id, ...) extern "C" gk_variant id##_variant (void);
#define SQUARE_ROW(id, name, summary, ...)                                     \
  cuda_variant_of ("matmul-square", name, summary, id##_variant ()),
#define RECT_ROW(id, name, summary, ...)                                       \
  cuda_variant_of ("matmul-rect", name, summary, id##_variant ()),

MATMUL_SQUARE_CUDA_VARIANTS (DECLARE)
MATMUL_RECT_CUDA_VARIANTS (DECLARE)

static const gk_variant variants[] = {
  /* Each row ends in a comma. */
  MATMUL_SQUARE_CUDA_VARIANTS (SQUARE_ROW) MATMUL_RECT_CUDA_VARIANTS (RECT_ROW)
};

GK_PLUGIN ("matmul-cuda", PACKAGE_VERSION, "matrix products on a GPU", NULL,
           variants)
