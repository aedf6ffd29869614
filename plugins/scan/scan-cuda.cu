/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plugin with the CUDA variants of scan.
 */
#include <config.h>

#include "cuda-variants.h"
#include "cuda/variant.h"

#define DECLARE(id, ...) extern "C" gk_variant scan_##id##_variant (void);
#define ROW(id, name, summary, ...)                                            \
  cuda_variant_of ("scan", name, summary, scan_##id##_variant ()),

SCAN_CUDA_VARIANTS (DECLARE)

static const gk_variant variants[] = { SCAN_CUDA_VARIANTS (ROW) };

GK_PLUGIN ("scan-cuda", PACKAGE_VERSION,
           "prefix sums on a GPU, from a block's steps to one pass", NULL,
           variants)
