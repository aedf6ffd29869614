/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A rung that is the engine with some settings.
 */
#ifndef MATMUL_ENGINE_VARIANT_H
#define MATMUL_ENGINE_VARIANT_H

#include "engine.h"
#include "matmul/cuda.h"

static inline gk_variant
engine_variant (const char *name, const char *summary,
                int (*prepare) (const gk_host *, const gk_device *,
                                const void *, const gk_value *, void **),
                const gk_option *options, uint32_t n_options)
{
  gk_variant v = cuda_variant (name, summary, engine_launch);

  v.dtypes = MATMUL_MATRIX_DTYPES;
  v.layouts = MATMUL_LAYOUTS;
  v.capability = v.capability_max = 90;
  v.options = options;
  v.n_options = n_options;
  v.prepare = prepare;
  v.release = engine_release;
  return v;
}

#endif /* MATMUL_ENGINE_VARIANT_H */
