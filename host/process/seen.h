/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a timing worker sees of the judge's memory.  It stays mapped from case
 * to case of a problem: to map as much again takes as long as a few launches.
 */
#ifndef SEEN_H
#define SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/shared.h"
#include "bench/views.h"

/* What is there, as its owner tells beforehand. */
struct seen_offer {
  uint64_t inputs_bytes, outputs_bytes;
  uint32_t sets; /* GK_BIT()s of the kinds of data that there are sets of */
};

struct seen {
  struct seen_part {
    struct shared shared;
    uint64_t device, inode; /* by which it is known again */
  } outputs, set[N_DATA];
  struct views views;
};

void seen_begin (struct seen *seen);
/* Takes over the n descriptors, that of the outputs first, then those of the
 * sets, in their order.  False when they are not what such a problem has. */
bool seen_take (struct seen *seen, const gk_setup *setup,
                const struct seen_offer *offer, const int *fd, size_t n);
/* Sees nothing any more. */
void seen_end (struct seen *seen);

#endif
