/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a timing worker sees of the judge's memory.  It stays mapped from case
 * to case of a problem: to map as much again takes as long as a few launches.
 */
#ifndef JUDGE_MEMORY_H
#define JUDGE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/shared.h"
#include "bench/views.h"

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

void judge_memory_begin (struct judge_memory *seen);
/* Takes over the n descriptors, that of the outputs first, then those of the
 * sets, in their order.  False when they are not what such a problem has. */
bool judge_memory_map (struct judge_memory *seen, const gk_setup *setup,
                       const struct judge_memory_offer *offer, const int *fd,
                       size_t n);
/* Sees nothing any more. */
void judge_memory_unmap (struct judge_memory *seen);

#endif
