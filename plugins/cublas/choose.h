/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Chooses the fastest of cuBLASLt's algorithms for a product: each is timed.
 */
#ifndef CUBLAS_CHOOSE_H
#define CUBLAS_CHOOSE_H

#include "choice-cache.h"

/* For prepare.  Waits for the device, and takes one workspace of the host's,
 * unless the choice was made before in this process. */
int cublas_choose (const gk_host *host, const gk_device *device,
                   const cublas_lt *lt, const struct cublas_product *product,
                   struct cublas_choice *choice);

#endif
