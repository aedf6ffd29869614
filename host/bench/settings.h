/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The settings of a case: all that a suite can say about how it is measured and
 * judged.  suite/settings.c has a row for each member, with its name and range.
 */
#ifndef BENCH_SETTINGS_H
#define BENCH_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#include "device/mode.h"

struct sampling {
  int64_t warmup; /* launches before anything is measured, >= 1 */
  int64_t min_samples, max_samples;
  double min_time, max_time; /* seconds of sampling */
  double batch_time; /* seconds of a hot sample, all its launches together */
  double noise;      /* relative error of the median, such as 0.005 */
  double timeout;    /* seconds, of the whole case */
};

/* AUDIT_YES: timed launches are audited, and the fastest row of a block is
 * replayed in another process; AUDIT_REPLAY: every row is. */
enum audit { AUDIT_NO, AUDIT_YES, AUDIT_REPLAY };

/* How a line of the log begins, of a variant whose launches leave memory. */
#define LAUNCH_GROWS "gkhost: each launch leaves memory allocated, "

struct settings {
  struct mode mode;
  struct sampling sampling;
  gk_data data;       /* kind of the timed inputs */
  int64_t seed;       /* of random inputs; 0: gkhost draws it */
  int64_t rounds;     /* how often each problem is run, in new processes */
  double slow_margin; /* how far a device may be below the median */
  bool verify;
  enum audit audit; /* check that the timed launches do their work */
};

#endif
