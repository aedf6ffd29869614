/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The variants that `best` selects from.  Each function prepares the launch of
 * a transpose (cuda/prepared.h), or returns GK_SKIP after a message.
 */
#ifndef TRANSPOSE_MAKE_H
#define TRANSPOSE_MAKE_H

#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

int transpose_small_make (const gk_host *host, const gk_transpose *p, int tile,
                          bool pdl, void **state);
int transpose_vector_tuned_make (const gk_host *host, const gk_device *device,
                                 const gk_transpose *p,
                                 const struct transpose_plan *plan,
                                 void **state);
int transpose_sector_aligned_make (const gk_host *host, const gk_transpose *p,
                                   const struct transpose_plan *plan,
                                   void **state);
int transpose_flat_make (const gk_host *host, const gk_transpose *p, bool pdl,
                         void **state);

#ifdef __cplusplus
}
#endif

#endif /* TRANSPOSE_MAKE_H */
