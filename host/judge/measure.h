/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Measuring: has samples of a case taken until their median is known well
 * enough or time is up, and some of them judged.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdbool.h>
#include <stddef.h>

#include "judge/samples.h"

struct trial;

struct measurement {
  struct stats stats;     /* of seconds per launch */
  struct samples launch;  /* they, in the order taken */
  struct samples outside; /* of seconds per sample, by the judge's clock */
  /* Of seconds that showing what one left took, and showing it again; without
   * samples: there was no doubt. */
  struct samples show, again;
  double enqueue_s;  /* median of what a sample took to enqueue */
  size_t batch;      /* launches in one sample */
  bool settled;      /* the noise asked for was reached */
  double kernel_s;   /* in launches; the untimed first of a hot batch too */
  double sampling_s; /* in all, evictions included */
};

/* estimate: about how long one launch takes.  False when the case has ended by
 * it. */
bool measure (struct trial *trial, double estimate);
void measurement_free (struct measurement *measurement);

#endif
