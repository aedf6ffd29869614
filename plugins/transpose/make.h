/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What `best` takes from the other rungs: each makes the launch of a transpose
 * ready (cuda/prepared.h), or skips with the reason told.
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
