/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plugin with the CUDA variants of softmax.
 */
#include <config.h>

#include "cuda-variants.h"
#include "cuda/variant.h"

#define DECLARE(id, ...) extern "C" gk_variant softmax_##id##_variant (void);
#define ROW(id, name, summary, ...)                                            \
  cuda_variant_of ("softmax", name, summary, softmax_##id##_variant ()),

SOFTMAX_CUDA_VARIANTS (DECLARE)

static const gk_variant variants[] = { SOFTMAX_CUDA_VARIANTS (ROW) };

GK_PLUGIN (
    "softmax-cuda", PACKAGE_VERSION,
    "softmax and layernorm of rows on a GPU, from a thread for each to the "
    "speed of memory",
    NULL, variants)
