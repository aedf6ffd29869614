/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine's settings as ways of a variant, to be timed.
 */
#ifndef MATMUL_ENGINE_WAYS_H
#define MATMUL_ENGINE_WAYS_H

#include "engine-rank.h"
#include "ways.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lists `most` ways to multiply at most: first `own`, then copies of it whose
 * tunables have the values of ranked settings (engine_rank_for), of each tile
 * the best one before the others, as the model may have the fastest tile last
 * where a product takes some 6 us.  Values for which `own` has no tunable are
 * left out.  Returns how many. */
int engine_ways (const gk_matmul *p, const gk_device *device,
                 const struct engine_settings *settings, const struct way *own,
                 struct way *ways, int most);

#ifdef __cplusplus
}
#endif

#endif /* MATMUL_ENGINE_WAYS_H */
