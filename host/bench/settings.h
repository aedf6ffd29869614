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

#include "bench/sampling.h"
#include "device/mode.h"

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
