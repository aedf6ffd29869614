/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Measures a case: orders samples until the error of their median is small
 * enough or the time is up, and judges some of them.  A case that takes turns
 * with others measures a slice at a time.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdbool.h>
#include <stddef.h>

#include "judge/sample-choice.h"
#include "judge/samples.h"

struct trial;

struct measurement {
  struct stats stats;     /* of seconds per launch */
  struct samples launch;  /* these seconds, in the order measured */
  struct samples busy;    /* what its kernels took by themselves; 0: unknown */
  struct slices slices;   /* of the samples; none: no turns */
  struct samples outside; /* seconds per sample, by the judge's clock */
  struct samples enqueue; /* seconds that a sample took to enqueue */
  /* Seconds that it took to show the outputs of a sample, and to show them
   * again; empty: no sample took long to show. */
  struct samples show, reshow;
  struct sample_choice choice; /* of the samples to be judged */
  double enqueue_s;            /* median of enqueue */
  size_t batch;                /* launches in one sample */
  bool over;                   /* no more samples follow */
  bool settled;                /* the error is within settings.noise */
  double kernel_s;   /* in launches; the untimed first of a hot batch too */
  double sampling_s; /* in all, evictions included */
  /* State of the last sample. */
  bool judged;
  bool untouched; /* its outputs look as if there had been no launch */
  int forced;     /* samples that were judged for that */
};

/* Measures all samples, or those of a turn.  estimate: about how many seconds
 * one launch takes.  False when it has ended the case. */
bool measure_case (struct trial *trial, double estimate);
/* True when a slice was no slower than all samples were: what an audit finds in
 * it then holds for them. */
bool measurement_is_even (const struct measurement *measurement, size_t slice);
/* Drops all slices but those that are marked. */
void measurement_keep_slices (struct measurement *measurement,
                              const bool *slice);
void measurement_free (struct measurement *measurement);

#endif
