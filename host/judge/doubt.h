/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A doubt: launches are laid beside a control, in turns, until it is clear that
 * they take no longer than they may, or that they do.
 */
#ifndef DOUBT_H
#define DOUBT_H

#include <stdbool.h>
#include <stdint.h>

#include "judge/ranks.h"
#include "judge/samples.h"

struct trial;

/* Pairs of a first, quick look, and of a round at least. */
enum { DOUBT_LOOKS = 2, DOUBT_PAIRS = RANKS_GROUPS };
/* How long a round lasts at least that doubts a claim. */
#define DOUBT_SECONDS 50e-3
/* An excess, in standard deviations, that needs no closer look. */
#define DOUBT_FINE -1.0

/* Samples of launches beside ones of a control: as claimed, and as they took by
 * the clock here; or as they took to be shown, first and again.  And, in
 * between, samples that were asked for like those that are reported. */
struct sides {
  struct samples claimed[2], outside[2], enqueue, show[2], plain;
};

enum { LAUNCHES, CONTROL };

/* Takes so many samples in a row as those that are reported: of the variant, or
 * of launches that compute nothing for as long as claimed, so that the machine
 * is as busy with both.  False when the case has ended by it. */
bool sides_take (struct trial *trial, struct sides *sides, int side,
                 uint64_t samples);
/* Takes a plain one. */
bool sides_take_plain (struct trial *trial, struct sides *sides);
void sides_free (struct sides *sides);

/* One way to doubt a claim.  Each function: false when the case has ended by
 * it. */
struct doubt {
  /* Takes a launch and a control. */
  bool (*pair) (struct trial *trial, struct sides *sides);
  /* What the pairs so far say, as ranks_excess; sets the figures of both. */
  double (*weigh) (struct trial *trial, const struct sides *sides);
  bool (*refuse) (struct trial *trial);
};

/* Doubts a claim until it is clear, or refused. */
bool doubt_settle (struct trial *trial, const struct doubt *doubt);

#endif
