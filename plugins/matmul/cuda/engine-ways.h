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

/* Lists ways to multiply by the engine, `most` at most: first `own`, then
 * likewise with other values of the engine's tunables; the best settings of
 * each tile, then the others, as the model may have the fastest tile last where
 * a product takes some 6 us.  settings: as for engine_rank_for.  Returns how
 * many. */
int engine_ways (const gk_matmul *p, const gk_device *device,
                 const struct engine_settings *settings, const struct way *own,
                 struct way *ways, int most);

#ifdef __cplusplus
}
#endif

#endif /* MATMUL_ENGINE_WAYS_H */
