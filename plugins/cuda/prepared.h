/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A launch that was prepared in prepare: kernel, grid, shared memory, and the
 * kernel's single parameter. launch only makes the call, so all such variants
 * share launch and release.
 */
#ifndef CUDA_PREPARED_H
#define CUDA_PREPARED_H

#include "cuda/variant.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The callbacks of variants whose state prepared_make (prepared.cuh) made. */
int prepared_launch (const gk_host *host, const void *problem, void *state,
                     void *stream);
void prepared_release (const gk_host *host, void *state);

#ifdef __cplusplus
}
#endif

static inline gk_variant
prepared_variant (int (*prepare) (const gk_host *, const gk_device *,
                                  const void *, const gk_value *, void **),
                  const gk_option *options, uint32_t n_options)
{
  gk_variant v = cuda_variant (prepared_launch);

  v.options = options;
  v.n_options = n_options;
  v.prepare = prepare;
  v.release = prepared_release;
  return v;
}

#endif /* CUDA_PREPARED_H */
