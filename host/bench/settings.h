/* SPDX-License-Identifier: BSD-3-Clause
 *
 * All that a suite can say of how a case is measured and judged.  What each
 * member is called and takes is a row of the table in suite/settings.c.
 */
#ifndef BENCH_SETTINGS_H
#define BENCH_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#include "device/mode.h"

struct sampling {
  int64_t warmup; /* launches before anything is looked at, >= 1 */
  int64_t min_samples, max_samples;
  double min_time, max_time; /* seconds of sampling */
  double batch_time;         /* of a hot sample's launches together */
  double noise;              /* the error of the median, relative, 0.005 */
  double timeout;            /* seconds for the whole case */
};

struct settings {
  struct mode mode;
  struct sampling sampling;
  gk_data data;   /* what the timed inputs hold */
  int64_t seed;   /* that random inputs follow from; 0: of nobody's choice */
  int64_t rounds; /* how often all of a problem is done, in fresh processes */
  double slow_margin; /* how far a device may be below the others' median */
  bool verify;
  bool audit; /* of what the timed launches did */
};

#endif
