/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Stages of shared memory in turn, each with barriers of its own.
 */
#ifndef CUDA_STAGE_CUH
#define CUDA_STAGE_CUH

#include <stdint.h>

/* phase is the parity of the turn, as the stage's barriers count it: whoever
 * waits for data begins with 0, who waits for room with 1, for nobody has taken
 * any yet. */
struct stage_turn {
  int stage;
  uint32_t phase;
};

static __device__ __forceinline__ void
stage_next (struct stage_turn &turn, int stages)
{
  if (++turn.stage == stages) {
    turn.stage = 0;
    turn.phase ^= 1;
  }
}

#endif /* CUDA_STAGE_CUH */
