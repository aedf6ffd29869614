/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variants that are one call of cuBLAS's gemm.
 */
#ifndef MATMUL_CUBLAS_PEER_H
#define MATMUL_CUBLAS_PEER_H

#include "cublas-groups.h"
#include "cuda/variant.h"

struct cublas_peer {
  cublas *blas; /* NULL until it is open */
  struct cublas_product product;
  struct cublas_groups *groups; /* NULL: none */
};

/* For prepare: makes the state, which `set` completes. */
int cublas_peer_make (const gk_host *host, const gk_device *device,
                      const void *problem,
                      int (*set) (const gk_host *host, const gk_device *device,
                                  const void *problem, struct cublas_peer *to),
                      void **state);

/* A variant with the launch and release of such a state. */
gk_variant cublas_peer_variant (int (*prepare) (const gk_host *,
                                                const gk_device *, const void *,
                                                const gk_value *, void **));

#endif /* MATMUL_CUBLAS_PEER_H */
