/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How the judge gets outputs.
 *
 * The timer shows them in the window (bench/window.h), a slot at a time, and
 * the judge copies them to memory that no other process can write, which is all
 * that verify sees.  That memory holds the outputs that were read last: while
 * new ones are read over them, both are compared, for launches on the same
 * inputs whose answers must not differ (repeat.c).  Pieces that are shown again
 * are compared with it, since outputs must not change once a launch is over.
 */
#include <config.h>

#include <errno.h>
#include <string.h>

#include "base/parallel.h"
#include "base/xalloc.h"
#include "judge/judge.h"

bool
outputs_make (struct outputs *o, struct kept_memory *kept, char **why)
{
  const uint64_t bytes = views_bytes (o->setup, GK_OUTPUT);
  const size_t window = window_bytes (o->setup, o->window.slot);

  if (o->copy.memory != NULL)
    return true;
  if ((!shared_take (&o->memory, &kept->window)
       && !shared_make (&o->memory, window))
      || (!shared_take (&o->copy, &kept->copy)
          && !shared_make_private (&o->copy, bytes))) {
    *why = xasprintf ("can't make %llu bytes of memory for outputs: %s",
                      (unsigned long long)bytes, strerror (errno));
    return false;
  }
  o->window.memory = o->memory.memory;
  o->window.bytes = o->memory.mapped;
  views_set_addresses (o->setup, GK_OUTPUT, o->copy.memory, o->output);
  /* The process that times maps pages faster where they are there. */
  parallel_clear (o->memory.memory, window);
  return true;
}

void
outputs_expect (struct outputs *o, const struct order *order,
                enum outputs_use use)
{
  o->walk.more = o->differ = o->late = false;
  o->use = use;
  if (order->kind == ORDER_SAMPLE || order->kind == ORDER_SHOW
      || order->kind == ORDER_RUN || order->kind == ORDER_REPEAT
      || order->kind == ORDER_CHECK)
    window_walk_begin (&o->walk, o->setup, o->window.slot, order);
}

/* ---- Places that differ ---- */

/* Bytes that are compared at once. */
enum { LINE = 16 };

/* Adds a place, or replaces a random one by it, so that all are as likely to
 * stay. */
static void
add_place (struct places *p, gk_range place)
{
  uint64_t at = p->n++;

  if (at >= PLACES) {
    p->random = p->random * UINT64_C (6364136223846793005) + 1;
    at = (p->random >> 32) % p->n;
  }
  if (at < PLACES)
    p->place[at] = place;
}

static void
add_places (struct places *p, const struct shown_piece *piece, const char *now,
            const char *before)
{
  for (size_t at = 0; at < piece->bytes; at += LINE) {
    const size_t bytes = piece->bytes - at < LINE ? piece->bytes - at : LINE;

    if (memcmp (now + at, before + at, bytes) != 0)
      add_place (p, (gk_range){ .buffer = piece->buffer,
                                .offset = piece->offset + at,
                                .bytes = bytes });
  }
}

/* ---- Reading ---- */

static void
read_piece (struct outputs *o, const struct shown_piece *piece)
{
  char *copy = (char *)o->output[piece->buffer] + piece->offset;
  const char *shown = window_slot (&o->window, piece->slot) + piece->at;

  if (piece->again || o->use == OUTPUTS_COMPARED) {
    o->late |= !parallel_equal (copy, shown, piece->bytes);
    return;
  }
  if (o->use == OUTPUTS_TIMED)
    return;
  /* Where places are wanted, answers are mostly the same. */
  if (o->places != NULL) {
    if (parallel_equal (copy, shown, piece->bytes))
      return;
    add_places (o->places, piece, shown, copy);
  }
  o->differ |= parallel_update (copy, shown, piece->bytes);
}

bool
outputs_read_slot (struct outputs *o)
{
  const size_t slot = o->walk.now.slot;

  while (o->walk.more && o->walk.now.slot == slot) {
    read_piece (o, &o->walk.now);
    window_walk_next (&o->walk);
  }
  return o->walk.more;
}
