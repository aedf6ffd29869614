/* SPDX-License-Identifier: BSD-3-Clause
 *
 * When sampling begins and ends.
 */
#ifndef SAMPLING_H
#define SAMPLING_H

#include <stdint.h>

struct sampling {
  int64_t warmup; /* launches before anything is looked at, >= 1 */
  int64_t min_samples, max_samples;
  double min_time, max_time; /* seconds of sampling */
  double batch_time;         /* of a hot sample's launches together */
  double noise;              /* the error of the median, relative, 0.005 */
  double timeout;            /* seconds for the whole case */
};

#endif
