/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the CUDA variants of both families share.
 */
#ifndef MATMUL_CUDA_H
#define MATMUL_CUDA_H

#include <gkhost/matmul.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For prepare of every kernel here.  A grid of one dimension has 2^31 - 1
 * blocks, the others 65535 only: tiles are numbered along one dimension, and
 * this makes sure that they can be. */
int matmul_cuda_prepare (const gk_host *host, const gk_device *device,
                         const void *problem, const gk_value *values,
                         void **state);

#ifdef __cplusplus
}
#endif

#endif
