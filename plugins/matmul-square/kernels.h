/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The launch functions of this family's own CUDA variants, a file each.
 */
#ifndef MATMUL_SQUARE_KERNELS_H
#define MATMUL_SQUARE_KERNELS_H

#include <gkhost/matmul.h>

#ifdef __cplusplus
extern "C" {
#endif

int matmul_square_naive (const gk_host *host, const void *problem, void *state,
                         void *stream);
int matmul_square_shared (const gk_host *host, const void *problem, void *state,
                          void *stream);
int matmul_square_coalesced (const gk_host *host, const void *problem,
                             void *state, void *stream);

#ifdef __cplusplus
}
#endif

#endif
