/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine's variant for all types, and ways to set it for a problem.
 */
#ifndef MATMUL_PERSISTENT_H
#define MATMUL_PERSISTENT_H

#include "ways.h"

#ifdef __cplusplus
extern "C" {
#endif

gk_variant matmul_persistent_variant (void);

/* Lists ways, the one first that the model expects to be the fastest.  Returns
 * how many, at most `most`. */
int matmul_persistent_ways (const gk_matmul *p, const gk_device *device,
                            struct way *ways, int most);

#ifdef __cplusplus
}
#endif

#endif /* MATMUL_PERSISTENT_H */
