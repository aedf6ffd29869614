/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ways to transpose: a file each, named after it.
 */
#ifndef TRANSPOSE_VARIANTS_H
#define TRANSPOSE_VARIANTS_H

#include <gkhost/transpose.h>

#ifdef __cplusplus
extern "C" {
#endif

int transpose_cpu_naive (const gk_host *host, const void *problem, void *state,
                         void *stream);
int transpose_cpu_blocked (const gk_host *host, const void *problem,
                           void *state, void *stream);

/* Weak: NULL in a build without CUDA, which lists these variants and has no
 * code for them. */
int transpose_direct (const gk_host *host, const void *problem, void *state,
                      void *stream)
    __attribute__ ((weak, visibility ("hidden")));
int transpose_shared (const gk_host *host, const void *problem, void *state,
                      void *stream)
    __attribute__ ((weak, visibility ("hidden")));
int transpose_shared_rows (const gk_host *host, const void *problem,
                           void *state, void *stream)
    __attribute__ ((weak, visibility ("hidden")));
int transpose_vector (const gk_host *host, const void *problem, void *state,
                      void *stream)
    __attribute__ ((weak, visibility ("hidden")));

int transpose_cublas_prepare (const gk_host *host, const gk_device *device,
                              const void *problem, const gk_value *values,
                              void **state);
int transpose_cublas (const gk_host *host, const void *problem, void *state,
                      void *stream);
void transpose_cublas_release (const gk_host *host, void *state);

#ifdef __cplusplus
}
#endif

#endif /* TRANSPOSE_VARIANTS_H */
