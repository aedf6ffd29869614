/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine's variant for all types.
 */
#ifndef MATMUL_PERSISTENT_H
#define MATMUL_PERSISTENT_H

#include <gkhost/matmul.h>

#ifdef __cplusplus
extern "C" {
#endif

gk_variant matmul_persistent_variant (void);

#ifdef __cplusplus
}
#endif

#endif /* MATMUL_PERSISTENT_H */
