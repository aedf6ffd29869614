/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plugin with the CUDA variants of matmul-square.
 */
#include <config.h>

#include "cuda-variants.h"
#include "cuda/variant.h"

#define DECLARE(id, ...) extern "C" gk_variant id##_variant (void);
#define ROW(id, name, summary, ...)                                            \
  cuda_variant_of ("matmul-square", name, summary, id##_variant ()),

MATMUL_SQUARE_CUDA_VARIANTS (DECLARE)

static const gk_variant variants[] = { MATMUL_SQUARE_CUDA_VARIANTS (ROW) };

GK_PLUGIN ("matmul-square-cuda", PACKAGE_VERSION,
           "square matrix products on a GPU", NULL, variants)
