/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The walk over what an order shows: each byte of each output is shown once,
 * pieces lie within slots that come in order, and what is shown again lies
 * within the outputs and, where these are small, is all of them.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/xalloc.h"
#include "bench/window.h"
#include "tests/unit/unit.h"

enum { MOST = 8 << 20, ROUNDS = 300, PIECE = 1 << 16 };

/* An input, and two outputs of random sizes. */
static gk_setup
draw_setup (void)
{
  const uint64_t most = (uint64_t)1 << (4 + entropy_draw () % 20);
  gk_setup setup = { .n_buffers = 3 };

  for (size_t i = 0; i < 3; i++)
    setup.buffers[i] = (gk_buffer){ .role = i > 0 ? GK_OUTPUT : GK_INPUT,
                                    .bytes = 1 + entropy_draw () % (most - 1) };
  return setup;
}

static void
check_place (const struct window_walk *w, const struct shown_piece *last,
             size_t end)
{
  const struct shown_piece *p = &w->now;

  assert_true (p->bytes > 0 && p->at + p->bytes <= w->slot_bytes);
  /* The window has memory for it. */
  assert_true (p->slot % WINDOW_SLOTS * w->slot_bytes + p->at + p->bytes
               <= end);
  if (last->slot == p->slot)
    assert_true (last->at + last->bytes <= p->at);
  else
    assert_true (last->slot + 1 == p->slot);
}

static void
walk_order (enum order_kind kind)
{
  const gk_setup setup = draw_setup ();
  const struct order order
      = { .kind = kind, .choice = entropy_draw (), .piece = PIECE };
  const size_t slot = window_slot_bytes (&setup);
  const size_t end = window_bytes (&setup, slot);
  struct shown_piece last = { 0 };
  uint64_t whole[3] = { 0 }, again[3] = { 0 };
  struct window_walk w;

  for (window_walk_begin (&w, &setup, slot, &order); w.more;
       window_walk_next (&w)) {
    check_place (&w, &last, end);
    last = w.now;
    assert_true (last.offset + last.bytes <= setup.buffers[last.buffer].bytes);
    if (last.again)
      again[last.buffer] += last.bytes;
    else {
      assert_int_equal (last.offset, whole[last.buffer]);
      whole[last.buffer] += last.bytes;
    }
  }
  for (size_t i = 0; i < 3; i++) {
    const uint64_t bytes = i > 0 ? setup.buffers[i].bytes : 0;

    assert_int_equal (whole[i], kind != ORDER_CHECK ? bytes : 0);
    if (kind == ORDER_SHOW || i == 0 || bytes <= 32 * PIECE)
      assert_int_equal (again[i], kind != ORDER_SHOW ? bytes : 0);
    else
      assert_true (again[i] > 31 * PIECE && again[i] <= bytes);
  }
}

TEST (each_byte_is_shown_once)
{
  for (int i = 0; i < ROUNDS; i++)
    walk_order (ORDER_SHOW);
}

TEST (pieces_are_shown_again)
{
  for (int i = 0; i < ROUNDS; i++)
    walk_order (ORDER_CHECK);
}

TEST (pieces_are_shown_behind_the_whole)
{
  for (int i = 0; i < ROUNDS; i++)
    walk_order (ORDER_RUN);
}
