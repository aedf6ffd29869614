/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lanes: cases that can run side by side, since they are of different devices.
 */
#ifndef LANES_H
#define LANES_H

#include <stddef.h>

#include "plan/cases.h"

/* Cases by their indices, in the order in which they were. */
struct indices {
  size_t *index, n;
};

struct lanes {
  struct indices alone; /* those that run by themselves: all of the CPU, which
                           every other device's cases need as well, and those
                           that are skipped */
  const char **device;
  struct indices *of; /* by device */
  size_t n;
};

/* Sorts n cases. */
void lanes_make (struct lanes *lanes, const struct cases *cases,
                 const size_t *index, size_t n);
void lanes_free (struct lanes *lanes);

#endif
