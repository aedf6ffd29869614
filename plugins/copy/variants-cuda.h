/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ways to copy on a GPU: a file each, named after it.
 */
#ifndef COPY_VARIANTS_CUDA_H
#define COPY_VARIANTS_CUDA_H

#include <gkhost/copy.h>

#include "tunables.h"

#ifdef __cplusplus
extern "C" {
#endif

int copy_simple (const gk_host *host, const void *problem, void *state,
                 void *stream);
int copy_tiled (const gk_host *host, const void *problem, void *state,
                void *stream);
int copy_tiled_increment (const gk_host *host, const void *problem, void *state,
                          void *stream);
int copy_tiled_shared (const gk_host *host, const void *problem, void *state,
                       void *stream);

int copy_vector_prepare (const gk_host *host, const gk_device *device,
                         const void *problem, const gk_value *values,
                         void **state);
int copy_vector (const gk_host *host, const void *problem, void *state,
                 void *stream);
void copy_vector_release (const gk_host *host, void *state);

int copy_aligned (const gk_host *host, const void *problem, void *state,
                  void *stream);

int copy_hinted_prepare (const gk_host *host, const gk_device *device,
                         const void *problem, const gk_value *values,
                         void **state);
int copy_hinted (const gk_host *host, const void *problem, void *state,
                 void *stream);
void copy_hinted_release (const gk_host *host, void *state);

int copy_bulk_prepare (const gk_host *host, const gk_device *device,
                       const void *problem, const gk_value *values,
                       void **state);
int copy_bulk (const gk_host *host, const void *problem, void *state,
               void *stream);
void copy_bulk_release (const gk_host *host, void *state);

int copy_straight_prepare (const gk_host *host, const gk_device *device,
                           const void *problem, const gk_value *values,
                           void **state);
int copy_straight (const gk_host *host, const void *problem, void *state,
                   void *stream);
void copy_straight_release (const gk_host *host, void *state);

int copy_best_prepare (const gk_host *host, const gk_device *device,
                       const void *problem, const gk_value *values,
                       void **state);
int copy_best (const gk_host *host, const void *problem, void *state,
               void *stream);
void copy_best_release (const gk_host *host, void *state);

int copy_memcpy_prepare (const gk_host *host, const gk_device *device,
                         const void *problem, const gk_value *values,
                         void **state);
const char *copy_memcpy_library (const gk_host *host, void *state);
int copy_memcpy (const gk_host *host, const void *problem, void *state,
                 void *stream);

#ifdef __cplusplus
}
#endif

#endif /* COPY_VARIANTS_CUDA_H */
