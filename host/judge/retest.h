/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A doubt: launches are laid beside a control, in turns, until it is clear that
 * they take no longer than they may, or that they do.
 */
#ifndef RETEST_H
#define RETEST_H

#include <stdbool.h>
#include <stdint.h>

#include "judge/ranks.h"
#include "judge/samples.h"

struct trial;

/* Pairs of a first, quick look, and of a round at least. */
enum { RETEST_FIRST_PAIRS = 2, RETEST_PAIRS = RANKS_GROUPS };
/* How long a round lasts at least that doubts a claim. */
#define RETEST_SECONDS 50e-3
/* An excess, in standard deviations, that needs no closer look. */
#define RETEST_FINE -1.0

/* Samples of launches beside ones of a control: as claimed, and as they took by
 * the clock here; or as they took to be shown, first and again.  And, in
 * between, samples that were asked for like those that are reported. */
struct sample_groups {
  struct samples claimed[2], outside[2], enqueue, show[2], plain;
};

enum { LAUNCHES, CONTROL };

/* Takes so many samples in a row as those that are reported: of the variant, or
 * of launches that compute nothing for as long as claimed, so that the machine
 * is as busy with both.  False when the case has ended by it. */
bool sample_groups_add (struct trial *trial, struct sample_groups *sides,
                        int side, uint64_t samples);
/* Takes a plain one. */
bool sample_groups_add_plain (struct trial *trial, struct sample_groups *sides);
void sample_groups_free (struct sample_groups *sides);

/* One way to doubt a claim.  Each function: false when the case has ended by
 * it. */
struct retest {
  /* Takes a launch and a control. */
  bool (*take_pair) (struct trial *trial, struct sample_groups *sides);
  /* What the pairs so far say, as ranks_excess; sets the figures of both. */
  double (*excess) (struct trial *trial, const struct sample_groups *sides);
  bool (*reject) (struct trial *trial);
};

/* Doubts a claim until it is clear, or refused. */
bool retest_claim (struct trial *trial, const struct retest *doubt);

#endif
