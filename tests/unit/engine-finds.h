/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The types that the engine's choice distinguishes, for a test that has a
 * function `find` in place of their kernels.
 */
#ifndef ENGINE_FINDS_H
#define ENGINE_FINDS_H

#include "matmul/cuda/engine.h"

static engine_find find;

struct engine_kernel
engine_find_tf32 (int tile, struct engine_traits traits)
{
  return find (tile, traits);
}

struct engine_kernel
engine_find_bf16 (int tile, struct engine_traits traits)
{
  return find (tile, traits);
}

struct engine_kernel
engine_find_f16 (int tile, struct engine_traits traits)
{
  return find (tile, traits);
}

#endif
