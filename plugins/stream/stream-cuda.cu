/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plugin with the CUDA variants of stream.
 */
#include <config.h>

#include "cuda-variants.h"
#include "cuda/variant.h"

#define DECLARE(id, ...) extern "C" gk_variant stream_##id##_variant (void);
#define ROW(id, name, summary, ...)                                            \
  cuda_variant_of ("stream", name, summary, stream_##id##_variant ()),

STREAM_CUDA_VARIANTS (DECLARE)

static const gk_variant variants[] = { STREAM_CUDA_VARIANTS (ROW) };

GK_PLUGIN ("stream-cuda", PACKAGE_VERSION,
           "copy, scale, add, triad and dot on a GPU, from one element per "
           "thread to the speed of memory",
           NULL, variants)
