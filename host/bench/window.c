/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/processors.h"
#include "bench/problem-copy.h"
#include "bench/window.h"

/* Judge and timer work on a slot each, by as many threads as there are cores
 * (base/parallel.c).  To start them takes as long as to read 8 MiB (0.2 to 0.5
 * ms on 16 cores): slots of 32 MiB were read 1.6 times as fast.  A slot is no
 * more than a sixteenth of the outputs, and holds small ones whole. */
enum { CORE_BYTES = 2 << 20, MOST_BYTES = 32 << 20, PARTS = 16 };

/* Where pieces begin: vectors, and copies of devices, are aligned. */
enum { ALIGNMENT = 4096 };

/* Of an output that is larger, so many pieces are shown again. */
enum { FEW_PIECES = 32 };

size_t
window_slot_bytes (const gk_setup *setup)
{
  const uint64_t part
      = views_bytes (setup, GK_OUTPUT) / PARTS / ALIGNMENT * ALIGNMENT;
  size_t slot;
  cpu_set_t usable;

  processors_get_usable (&usable);
  slot = (size_t)CPU_COUNT (&usable) * CORE_BYTES;
  slot = slot < MOST_BYTES ? slot : MOST_BYTES;
  slot = slot < part ? slot : (size_t)part;
  return slot > SMALL_OUTPUTS ? slot : SMALL_OUTPUTS;
}

size_t
window_bytes (const gk_setup *setup, size_t slot)
{
  const uint64_t outputs = views_bytes (setup, GK_OUTPUT);

  return outputs < slot ? 2 * outputs : WINDOW_SLOTS * slot;
}

char *
window_slot (const struct output_window *w, size_t number)
{
  return w->memory + number % WINDOW_SLOTS * w->slot;
}

/* ---- The walk ---- */

/* Returns how many pieces of an output lie between one that is shown again and
 * the next. */
static uint64_t
step_of (const struct window_walk *w)
{
  const uint64_t bytes = w->setup->buffers[w->now.buffer].bytes;
  const uint64_t pieces = (bytes - 1) / w->piece + 1;

  return pieces > FEW_PIECES ? pieces / FEW_PIECES : 1;
}

/* Sets the range that begins here in the current output; false: it ends before.
 */
static bool
set_range (struct window_walk *w, uint64_t begin)
{
  const uint64_t bytes = w->setup->buffers[w->now.buffer].bytes;

  if (begin >= bytes)
    return false;
  w->now.offset = begin;
  w->end = w->now.again && bytes - begin > w->piece ? begin + w->piece : bytes;
  return true;
}

/* Goes to the first range of this output or of a later one. */
static bool
find_output (struct window_walk *w)
{
  for (; w->now.buffer < w->setup->n_buffers; w->now.buffer++)
    if (serves_as (&w->setup->buffers[w->now.buffer], GK_OUTPUT))
      return set_range (w,
                        w->now.again ? w->choice % step_of (w) * w->piece : 0);
  return false;
}

static bool
find_range (struct window_walk *w)
{
  if (w->now.again
      && set_range (w, w->end - 1 - (w->end - 1) % w->piece
                           + step_of (w) * w->piece))
    return true;
  w->now.buffer++;
  if (find_output (w))
    return true;
  if (!w->goes_on)
    return false;
  w->goes_on = false;
  w->now.again = true;
  w->now.buffer = 0;
  return find_output (w);
}

/* Puts the rest of the range, or as much as fits, behind the last piece. */
static void
put_piece (struct window_walk *w, size_t at)
{
  const uint64_t left = w->end - w->now.offset;

  at = (at + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  if (at >= w->slot_bytes) {
    w->now.slot++;
    at = 0;
  }
  w->now.at = at;
  w->now.bytes = left < w->slot_bytes - at ? left : w->slot_bytes - at;
}

bool
window_shows_again (const struct order *order)
{
  return order->kind == ORDER_RUN || order->kind == ORDER_REPEAT
         || order->kind == ORDER_CHECK;
}

void
window_walk_begin (struct window_walk *w, const gk_setup *setup,
                   size_t slot_bytes, const struct order *order)
{
  *w = (struct window_walk){ .setup = setup,
                             .slot_bytes = slot_bytes,
                             .goes_on = window_shows_again (order)
                                        && order->kind != ORDER_CHECK,
                             .choice = order->choice,
                             .piece = order->piece,
                             .now.again = order->kind == ORDER_CHECK };
  w->more = find_output (w);
  if (w->more)
    put_piece (w, 0);
}

void
window_walk_next (struct window_walk *w)
{
  const size_t behind = w->now.at + w->now.bytes;

  w->now.offset += w->now.bytes;
  w->more = w->now.offset < w->end || find_range (w);
  if (w->more)
    put_piece (w, behind);
}
