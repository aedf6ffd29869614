/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The channel between judge and timing worker: a socket of a case's own, over
 * which orders go one way and claims the other.  First goes the memory that
 * both look at.
 */
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/shared.h"
#include "bench/bench.h"
#include "bench/views.h"
#include "judge/inputs.h"
#include "judge/timer.h"

/* The judge's end. */
struct channel {
  struct timer timer; /* first */
  const struct inputs *inputs;
  int fd;
  bool memory_sent; /* the memory was problem over */
  bool garbled;     /* what came was no claim to the order */
};

/* Makes the judge's end of a socket, which stays the caller's. */
void channel_open (struct channel *channel, int fd, const struct inputs *inputs);

/* Whether a claim answers an order, in numbers that there can be. */
bool channel_accepts_claim (const struct order *order,
                            const struct claim *claim);

/* What is there, as its owner tells beforehand. */
struct judge_memory_offer {
  uint64_t inputs_bytes, outputs_bytes;
  uint32_t sets; /* GK_BIT()s of the kinds of data that there are sets of */
};

struct judge_memory {
  struct judge_memory_part {
    struct shared shared;
    uint64_t device, inode; /* by which it is known again */
  } outputs, set[N_DATA];
  struct views views;
};

void judge_memory_begin (struct judge_memory *memory);
/* Takes over the n descriptors, that of the outputs first, then those of the
 * sets, in their order.  False when they are not what such a problem has. */
bool judge_memory_map (struct judge_memory *memory, const gk_setup *setup,
                       const struct judge_memory_offer *offer, const int *fd,
                       size_t n);
/* Sees nothing any more. */
void judge_memory_unmap (struct judge_memory *memory);

/* The timing worker's end: obeys till it is told to end, or till the judge is
 * gone. */
void channel_serve (int fd, struct bench *bench, struct judge_memory *memory,
                    const struct run_request *request,
                    const struct problem_copy *problem);

#endif
