/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ways to copy: a file each, named after it.
 */
#ifndef COPY_VARIANTS_H
#define COPY_VARIANTS_H

#include <gkhost/copy.h>

#include "tunables.h"

#ifdef __cplusplus
extern "C" {
#endif

int copy_cpu_memcpy (const gk_host *host, const void *problem, void *state,
                     void *stream);
int copy_cpu_threads (const gk_host *host, const void *problem, void *state,
                      void *stream);
int copy_cpu_stream (const gk_host *host, const void *problem, void *state,
                     void *stream);

/* Weak: NULL in a build without CUDA, which lists these variants and has no
 * code for them. */
int copy_simple (const gk_host *host, const void *problem, void *state,
                 void *stream) __attribute__ ((weak, visibility ("hidden")));
int copy_tiled (const gk_host *host, const void *problem, void *state,
                void *stream) __attribute__ ((weak, visibility ("hidden")));
int copy_tiled_increment (const gk_host *host, const void *problem, void *state,
                          void *stream)
    __attribute__ ((weak, visibility ("hidden")));
int copy_tiled_shared (const gk_host *host, const void *problem, void *state,
                       void *stream)
    __attribute__ ((weak, visibility ("hidden")));

int copy_vector_prepare (const gk_host *host, const gk_device *device,
                         const void *problem, const gk_value *values,
                         void **state)
    __attribute__ ((weak, visibility ("hidden")));
int copy_vector (const gk_host *host, const void *problem, void *state,
                 void *stream) __attribute__ ((weak, visibility ("hidden")));
void copy_vector_release (const gk_host *host, void *state)
    __attribute__ ((weak, visibility ("hidden")));

int copy_aligned (const gk_host *host, const void *problem, void *state,
                  void *stream) __attribute__ ((weak, visibility ("hidden")));

int copy_hinted_prepare (const gk_host *host, const gk_device *device,
                         const void *problem, const gk_value *values,
                         void **state)
    __attribute__ ((weak, visibility ("hidden")));
int copy_hinted (const gk_host *host, const void *problem, void *state,
                 void *stream) __attribute__ ((weak, visibility ("hidden")));
void copy_hinted_release (const gk_host *host, void *state)
    __attribute__ ((weak, visibility ("hidden")));

int copy_bulk_prepare (const gk_host *host, const gk_device *device,
                       const void *problem, const gk_value *values,
                       void **state)
    __attribute__ ((weak, visibility ("hidden")));
int copy_bulk (const gk_host *host, const void *problem, void *state,
               void *stream) __attribute__ ((weak, visibility ("hidden")));
void copy_bulk_release (const gk_host *host, void *state)
    __attribute__ ((weak, visibility ("hidden")));

int copy_straight_prepare (const gk_host *host, const gk_device *device,
                           const void *problem, const gk_value *values,
                           void **state)
    __attribute__ ((weak, visibility ("hidden")));
int copy_straight (const gk_host *host, const void *problem, void *state,
                   void *stream) __attribute__ ((weak, visibility ("hidden")));
void copy_straight_release (const gk_host *host, void *state)
    __attribute__ ((weak, visibility ("hidden")));

int copy_best_prepare (const gk_host *host, const gk_device *device,
                       const void *problem, const gk_value *values,
                       void **state)
    __attribute__ ((weak, visibility ("hidden")));
int copy_best (const gk_host *host, const void *problem, void *state,
               void *stream) __attribute__ ((weak, visibility ("hidden")));
void copy_best_release (const gk_host *host, void *state)
    __attribute__ ((weak, visibility ("hidden")));

int copy_memcpy_prepare (const gk_host *host, const gk_device *device,
                         const void *problem, const gk_value *values,
                         void **state)
    __attribute__ ((weak, visibility ("hidden")));
int copy_memcpy (const gk_host *host, const void *problem, void *state,
                 void *stream) __attribute__ ((weak, visibility ("hidden")));

#ifdef __cplusplus
}
#endif

#endif /* COPY_VARIANTS_H */
