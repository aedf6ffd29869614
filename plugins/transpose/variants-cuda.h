/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ways to transpose on a GPU: a file each, named after it.
 */
#ifndef TRANSPOSE_VARIANTS_CUDA_H
#define TRANSPOSE_VARIANTS_CUDA_H

#include <gkhost/transpose.h>

#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

int transpose_direct (const gk_host *host, const void *problem, void *state,
                      void *stream);
int transpose_shared (const gk_host *host, const void *problem, void *state,
                      void *stream);
int transpose_shared_rows (const gk_host *host, const void *problem,
                           void *state, void *stream);
int transpose_small_prepare (const gk_host *host, const gk_device *device,
                             const void *problem, const gk_value *values,
                             void **state);
int transpose_vector_prepare (const gk_host *host, const gk_device *device,
                              const void *problem, const gk_value *values,
                              void **state);
int transpose_slanted_prepare (const gk_host *host, const gk_device *device,
                               const void *problem, const gk_value *values,
                               void **state);
int transpose_tma_prepare (const gk_host *host, const gk_device *device,
                           const void *problem, const gk_value *values,
                           void **state);
int transpose_flat_prepare (const gk_host *host, const gk_device *device,
                            const void *problem, const gk_value *values,
                            void **state);
int transpose_best_prepare (const gk_host *host, const gk_device *device,
                            const void *problem, const gk_value *values,
                            void **state);
int transpose_planned (const gk_host *host, const void *problem, void *state,
                       void *stream);
void transpose_planned_release (const gk_host *host, void *state);

/* What `best` takes from the others. */
int transpose_small_run (const gk_host *host, const gk_transpose *p,
                         const struct transpose_plan *plan, void *stream);
int transpose_vector_run (const gk_host *host, const gk_transpose *p,
                          const struct transpose_plan *plan, void *stream);
int transpose_slanted_run (const gk_host *host, const gk_transpose *p,
                           const struct transpose_plan *plan, void *stream);
int transpose_tma_run (const gk_host *host, const gk_transpose *p,
                       const struct transpose_plan *plan, void *stream);
int transpose_flat_run (const gk_host *host, const gk_transpose *p,
                        const struct transpose_plan *plan, void *stream);
bool transpose_can_overlap (void);
void *transpose_tma_encode (void);

int transpose_cublas_prepare (const gk_host *host, const gk_device *device,
                              const void *problem, const gk_value *values,
                              void **state);
int transpose_cublas (const gk_host *host, const void *problem, void *state,
                      void *stream);
void transpose_cublas_release (const gk_host *host, void *state);

#ifdef __cplusplus
}
#endif

#endif /* TRANSPOSE_VARIANTS_CUDA_H */
