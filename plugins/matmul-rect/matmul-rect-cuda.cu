/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plugin with the CUDA variants of matmul-rect.
 */
#include <config.h>

#include "cuda-variants.h"
#include "cuda/variant.h"

#define DECLARE(id, ...) extern "C" gk_variant id##_variant (void);
#define ROW(id, name, summary, ...)                                            \
  cuda_variant_of ("matmul-rect", name, summary, id##_variant ()),

MATMUL_RECT_CUDA_VARIANTS (DECLARE)

static const gk_variant variants[] = { MATMUL_RECT_CUDA_VARIANTS (ROW) };

GK_PLUGIN ("matmul-rect-cuda", PACKAGE_VERSION,
           "matrix products of any shape on a GPU", NULL, variants)
