/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A ring of stages in shared memory, each with barriers of its own.
 */
#ifndef CUDA_STAGE_CUH
#define CUDA_STAGE_CUH

#include <stdint.h>

/* phase is the parity of the round through the ring, as the stage's barriers
 * count it.  A consumer starts with 0; a producer, which waits for free stages,
 * with 1, since all are free at first. */
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
