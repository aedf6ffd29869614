/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Turns: cases of a problem that are quick enough take their samples in turns,
 * a slice in each, between which the variant is released.  An audit is of one
 * turn, which nobody can foresee; what it finds holds for all as far as the
 * others were no faster.
 */
#ifndef TURNS_H
#define TURNS_H

#include <stdbool.h>
#include <stddef.h>

struct trial;

struct turns {
  bool interleaved; /* the case takes turns, as far as is known by now */
  size_t n;         /* those that are over */
  size_t due;       /* the one to be audited */
  size_t more;   /* that were taken since no audited one was as fast as all */
  bool *audited; /* which were: so many as are over */
  double cost_s; /* of the last: what it took to begin and to end it */
  bool paused;   /* others have theirs now */
};

/* Behind a slice: audits where that is due, and says in turns.paused whether
 * the case goes on in another turn.  False when it has ended by it. */
bool turns_end_turn (struct trial *trial);
void turns_free (struct turns *turns);

#endif
