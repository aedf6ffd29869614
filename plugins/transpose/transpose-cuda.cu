/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plugin with the CUDA variants of transpose.
 */
#include <config.h>

#include "cuda-variants.h"
#include "cuda/variant.h"

#define DECLARE(id, ...) extern "C" gk_variant transpose_##id##_variant (void);
#define ROW(id, name, summary, ...)                                            \
  cuda_variant_of ("transpose", name, summary, transpose_##id##_variant ()),

TRANSPOSE_CUDA_VARIANTS (DECLARE)

static const gk_variant variants[] = { TRANSPOSE_CUDA_VARIANTS (ROW) };

GK_PLUGIN ("transpose-cuda", PACKAGE_VERSION,
           "transposes of a matrix on a GPU, from one element per thread to "
           "the speed of memory",
           NULL, variants)
