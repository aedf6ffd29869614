/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A barrier before each case, so that the GPUs of all ranks load power and
 * network alike.  MPI is in a helper process: when that crashes or hangs, the
 * barriers end, and no case is lost.
 */
#ifndef BARRIER_H
#define BARRIER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rank.h"
#include "run/child.h"

/* Zeroed: none. */
struct barrier {
  struct child helper;
  double seconds; /* to wait for the other ranks */
  int64_t at;     /* cases so far */
  int64_t met;    /* barriers passed */
  bool on;
};

/* Joins the other ranks.  False, after a message, where MPI is not there, or
 * counts other ranks than the launcher. */
bool barrier_begin (struct barrier *barrier, const struct rank *rank,
                    double seconds);
/* Called before each case.  Where it runs, waits until all ranks have come to
 * it.  When that fails, prints one message and waits no more.  barrier may be
 * NULL. */
void barrier_meet (struct barrier *barrier, bool runs);
/* Takes part in the barriers that other ranks still need, and returns when all
 * have finished. */
void barrier_end (struct barrier *barrier);

#endif
