/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Measuring: has samples of a case taken until their median is known well
 * enough or time is up, and some of them judged.  Where cases take turns, a
 * slice at a time.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdbool.h>
#include <stddef.h>

#include "judge/sample-choice.h"
#include "judge/samples.h"
#include "judge/slices.h"

struct trial;

struct measurement {
  struct stats stats;     /* of seconds per launch */
  struct samples launch;  /* they, in the order taken */
  struct samples busy;    /* what its kernels take by themselves; 0: not known */
  struct slices slices;   /* of them; none: all were taken at once */
  struct samples outside; /* of seconds per sample, by the judge's clock */
  struct samples enqueue; /* of seconds that one took to enqueue */
  /* Of seconds that showing what one left took, and showing it again; without
   * samples: there was no doubt. */
  struct samples show, reshow;
  struct sample_choice choice; /* of samples to be judged */
  double enqueue_s;     /* median of what a sample took to enqueue */
  size_t batch;         /* launches in one sample */
  bool over;            /* no more are to come */
  bool settled;         /* the noise asked for was reached */
  double kernel_s;      /* in launches; the untimed first of a hot batch too */
  double sampling_s;    /* in all, evictions included */
  /* On the way. */
  bool judged;    /* the last one */
  bool untouched; /* it looks as if there had been no launch */
  int forced;     /* that were judged for that */
};

/* Takes all samples, or those of a turn.  estimate: about how long one launch
 * takes.  False when the case has ended by it. */
bool measure_case (struct trial *trial, double estimate);
/* Whether a slice was no slower than all samples were, so that what is found of
 * it holds for them. */
bool measurement_is_even (const struct measurement *measurement, size_t slice);
/* Forgets all slices but those that are marked. */
void measurement_keep_slices (struct measurement *measurement, const bool *slice);
void measurement_free (struct measurement *measurement);

#endif
