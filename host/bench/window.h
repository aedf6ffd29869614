/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The window: a little memory in which the timer shows outputs and the judge
 * reads them, so that neither has a second copy of large ones.
 *
 * It has two slots, filled in turn: while the judge reads one, the timer fills
 * the other.  An order shows outputs whole, or pieces of them again, or both.
 * Judge and timer derive from the order which pieces these are and where they
 * are put, by the same walk, so that no message describes them.  Outputs that
 * fit in one slot need no message at all, since the claim follows.  Else the
 * timer announces each slot that is full, and does not fill a slot anew before
 * the judge has read it.
 */
#ifndef BENCH_WINDOW_H
#define BENCH_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#include "bench/orders.h"

enum { WINDOW_SLOTS = 2 };

struct output_window {
  char *memory;
  size_t bytes;
  size_t slot; /* bytes of each slot */
  /* Announces that a slot is full, and waits until the next may be filled: slot
   * n is at n modulo WINDOW_SLOTS.  False: the judge is gone. */
  bool (*turn) (struct output_window *window, size_t next);
  void *user;
};

/* Returns the bytes of a slot for a problem, by the cores that the judge may
 * use; and of a window with such slots, no more than it takes to show the
 * outputs twice. */
size_t window_slot_bytes (const gk_setup *setup);
size_t window_bytes (const gk_setup *setup, size_t slot);
/* Returns where a slot begins. */
char *window_slot (const struct output_window *window, size_t number);

/* A part of an output, in one slot. */
struct shown_piece {
  uint32_t buffer;
  bool again; /* it was shown whole before */
  uint64_t offset;
  size_t bytes;
  size_t slot, at; /* its slot's number, and where it begins there */
};

/* A walk over what an order shows. */
struct window_walk {
  const gk_setup *setup;
  size_t slot_bytes;
  bool goes_on;           /* pieces are shown again behind the whole outputs */
  uint64_t choice, piece; /* of the order */
  bool more;              /* there is a piece: */
  struct shown_piece now; /* this one */
  uint64_t end;           /* of the range that it is a part of */
};

/* True for an order that shows pieces again, too. */
bool window_shows_again (const struct order *order);
/* Goes to the first piece.  setup is borrowed. */
void window_walk_begin (struct window_walk *walk, const gk_setup *setup,
                        size_t slot_bytes, const struct order *order);
void window_walk_next (struct window_walk *walk);

#endif
