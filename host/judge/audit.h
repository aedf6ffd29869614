/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The audit checks whether the times that a timer claimed can be true.  How it
 * does that is described at the top of audit.c.
 */
#ifndef JUDGE_AUDIT_H
#define JUDGE_AUDIT_H

#include <stdbool.h>
#include <stdint.h>

#include "judge/samples.h"

struct trial;

/* Runs all checks that follow the samples.  This function and each below: false
 * when it has ended the case. */
bool audit_case (struct trial *trial);

/* Compares claims with the judge's clock. */
bool audit_clock (struct trial *trial);
/* Checks on the CPU that no work was left until the outputs are shown. */
bool audit_show (struct trial *trial);

/* Retests a claim: measures pairs of launches and controls, in rounds, until it
 * is clear that launches take no longer than allowed, or that they do.  The
 * excess is by how many standard deviations they take longer than the control
 * and the allowed margin (ranks_excess).  retest.c describes the rule and how
 * seldom it rejects a true claim. */

struct trial;

/* Pairs of the quick check that comes first, and of a round at least. */
enum { RETEST_FIRST_PAIRS = 2, RETEST_PAIRS = RANKS_GROUPS };
/* The least time of a round that goes on, since its excess is not negative. */
#define RETEST_SECONDS 50e-3
/* An excess, in standard deviations, that needs no further check. */
#define RETEST_FINE -1.0

/* Samples of launches and of a control: as claimed, and by the judge's clock;
 * or what it took to show outputs, and to show them again.  `plain` has samples
 * in between that are ordered as those that are reported. */
struct sample_groups {
  struct samples claimed[2], outside[2], enqueue, show[2], plain;
};

enum { LAUNCHES, CONTROL };

/* Measures so many samples in a row as those that are reported, and adds them
 * to a group: LAUNCHES runs the variant; CONTROL runs launches that compute
 * nothing for as long as was claimed, so that the machine is as busy with both.
 * False when it has ended the case. */
bool sample_groups_add (struct trial *trial, struct sample_groups *groups,
                        int group, uint64_t samples);
/* Adds a plain one. */
bool sample_groups_add_plain (struct trial *trial,
                              struct sample_groups *groups);
void sample_groups_free (struct sample_groups *groups);

/* One way to retest a claim.  Each function that returns bool: false when it
 * has ended the case. */
struct retest {
  /* Measures a launch and a control. */
  bool (*take_pair) (struct trial *trial, struct sample_groups *groups);
  /* Returns ranks_excess of the pairs so far, and stores the trial's figures of
   * both. */
  double (*excess) (struct trial *trial, const struct sample_groups *groups);
  bool (*reject) (struct trial *trial);
};

/* Retests a claim until it stands or is rejected. */
bool retest_claim (struct trial *trial, const struct retest *retest);

#endif
