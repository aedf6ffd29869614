/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plugin with the CUDA variants of reduce.
 */
#include <config.h>

#include "cuda-variants.h"
#include "cuda/variant.h"

#define DECLARE(id, ...) extern "C" gk_variant reduce_##id##_variant (void);
#define ROW(id, name, summary, ...)                                            \
  cuda_variant_of ("reduce", name, summary, reduce_##id##_variant ()),

REDUCE_CUDA_VARIANTS (DECLARE)

static const gk_variant variants[] = { REDUCE_CUDA_VARIANTS (ROW) };

GK_PLUGIN ("reduce-cuda", PACKAGE_VERSION,
           "sums, minima and maxima on a GPU, from a tree in shared memory to "
           "the speed of memory",
           NULL, variants)
