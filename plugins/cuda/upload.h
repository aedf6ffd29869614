/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tables that prepare makes on the host and kernels read.
 */
#ifndef CUDA_UPLOAD_H
#define CUDA_UPLOAD_H

#include <stddef.h>

#include <gkhost/plugin.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Copies an array to workspace of the device; `here` may then be freed.
 * GK_SKIP, after a message, without memory there. */
int upload_array (const gk_host *host, const gk_device *device,
                  const void *here, size_t bytes, const void **there);

#ifdef __cplusplus
}
#endif

#endif /* CUDA_UPLOAD_H */
