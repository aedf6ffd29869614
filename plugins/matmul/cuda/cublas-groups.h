/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Groups as one call of cuBLAS.
 */
#ifndef MATMUL_CUBLAS_GROUPS_H
#define MATMUL_CUBLAS_GROUPS_H

#include "cublas/cublas.h"

struct cublas_groups;

/* For prepare: describes the groups to the library.  GK_SKIP, after a message,
 * where it has no such function, or not for this type. */
int cublas_groups_make (const gk_host *host, const gk_device *device,
                        const gk_matmul *problem, const cublas *blas,
                        struct cublas_groups **groups);

/* For launch.  GK_SKIP, after a message, where the library refuses the call. */
int cublas_groups_multiply (const gk_host *host, const cublas *blas,
                            void *stream, const struct cublas_groups *groups);

/* For release.  groups may be NULL. */
void cublas_groups_free (const gk_host *host, struct cublas_groups *groups);

#endif /* MATMUL_CUBLAS_GROUPS_H */
