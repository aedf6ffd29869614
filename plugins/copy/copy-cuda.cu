/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plugin with the CUDA variants of copy.
 */
#include <config.h>

#include "cuda-variants.h"
#include "cuda/variant.h"

#define DECLARE(id, ...) extern "C" gk_variant copy_##id##_variant (void);
#define ROW(id, name, summary, ...)                                            \
  cuda_variant_of ("copy", name, summary, copy_##id##_variant ()),

COPY_CUDA_VARIANTS (DECLARE)

static const gk_variant variants[] = { COPY_CUDA_VARIANTS (ROW) };

GK_PLUGIN ("copy-cuda", PACKAGE_VERSION,
           "copies of a matrix on a GPU, from one element per thread to the "
           "speed of memory",
           NULL, variants)
