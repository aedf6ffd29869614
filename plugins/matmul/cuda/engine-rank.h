/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Several settings of the engine for a product, where one is to be chosen by
 * timing them.
 */
#ifndef MATMUL_ENGINE_RANK_H
#define MATMUL_ENGINE_RANK_H

#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Settings that the model ranks. */
struct engine_ranked {
  struct engine_settings settings;
  double cycles; /* that it expects */
};
enum { engine_most_ranked = 192 };

/* Lists settings, the one first that the model expects to be the fastest: what
 * is 0 in those that are given, is set.  Of tiles that are fitted and differ in
 * their columns alone there are three, and eight where blocks have several of
 * them; wide ones take the place of narrow ones.  Returns how many, at most
 * `most`, which is engine_most_ranked or less. */
int engine_rank (const struct engine_task *task,
                 const struct engine_kernels *kernels, const gk_device *device,
                 const struct engine_settings *settings,
                 struct engine_ranked *ranked, int most);

/* Likewise engine_rank for a problem, with operands as they are repacked; of 16
 * bits for C and for its transpose.  None where they are split first, for
 * groups, and for batches of floats of 8 bits, which are computed as groups. */
int engine_rank_for (const gk_device *device, const gk_matmul *problem,
                     const struct engine_settings *settings,
                     struct engine_ranked *ranked, int most);

#ifdef __cplusplus
}
#endif

#endif /* MATMUL_ENGINE_RANK_H */
