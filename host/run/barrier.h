/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A barrier before each case, so that the GPUs of all ranks load power and
 * network alike.  MPI is in a helper's process: one that falls or hangs costs
 * the barriers, and no case.
 */
#ifndef BARRIER_H
#define BARRIER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rank.h"
#include "run/child.h"

/* Zeroed: there is none, and nobody waits. */
struct barrier {
  struct child helper;
  double seconds; /* that the others are waited for */
  int64_t at;     /* how many cases it has come to */
  int64_t met;    /* before how many of them all ranks did */
  bool on;
};

/* Joins the others.  False, with a complaint, where MPI is not there, or tells
 * of other ranks than the launcher. */
bool barrier_begin (struct barrier *barrier, const struct rank *rank,
                    double seconds);
/* Before each case: where it runs, waits until no rank is at one before it.  If
 * that does not come about it is told once, and nobody waits any more.  NULL:
 * there is none. */
void barrier_meet (struct barrier *barrier, bool runs);
/* Goes along until the others are through, too, who would wait for this one
 * otherwise. */
void barrier_end (struct barrier *barrier);

#endif
