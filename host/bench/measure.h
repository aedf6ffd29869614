/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Measuring: takes samples of a case until their median is known well enough
 * or time is up.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdbool.h>
#include <stddef.h>

#include "bench/launcher.h"
#include "bench/sampling.h"
#include "bench/stats.h"

struct measurement {
  struct stats stats; /* of seconds per launch */
  size_t batch;       /* launches in one sample */
  bool settled;       /* the noise asked for was reached */
  double kernel_s;    /* in launches; the untimed first of a hot batch too */
  double sampling_s;  /* in all, evictions included */
};

/* Launches a few times and waits; *seconds is how long one launch took at the
 * most.  False with the launcher's reason. */
bool measure_warm_up (struct launcher *l, const struct sampling *sampling,
                      double *seconds);

/* estimate: about how long one launch takes.  False with the launcher's
 * reason. */
bool measure (struct measurement *m, struct launcher *l,
              const struct sampling *sampling, double estimate);

#endif
