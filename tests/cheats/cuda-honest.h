/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The work itself on CUDA, done plainly.
 */
#ifndef CHEATS_CUDA_HONEST_H
#define CHEATS_CUDA_HONEST_H

#include <gkhost/copy.h>
#include <gkhost/matmul.h>
#include <gkhost/transpose.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Launches.  They need no state; elements have four bytes, and matrices no
 * padding. */
int honest_cuda_copy (const gk_host *host, const void *problem, void *state,
                      void *stream);
int honest_cuda_matmul (const gk_host *host, const void *problem, void *state,
                        void *stream);
int honest_cuda_products (const gk_host *host, const void *problem, void *state,
                          void *stream);
int honest_cuda_transpose (const gk_host *host, const void *problem,
                           void *state, void *stream);

#ifdef __cplusplus
}
#endif

#endif
