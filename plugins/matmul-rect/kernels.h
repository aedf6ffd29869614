/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The launch functions of this family's own CUDA variants, a file each.
 */
#ifndef MATMUL_RECT_KERNELS_H
#define MATMUL_RECT_KERNELS_H

#include <gkhost/matmul.h>

#ifdef __cplusplus
extern "C" {
#endif

int matmul_rect_shared_square (const gk_host *host, const void *problem,
                               void *state, void *stream);
int matmul_rect_shared_rect (const gk_host *host, const void *problem,
                             void *state, void *stream);

#ifdef __cplusplus
}
#endif

#endif
