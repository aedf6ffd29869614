/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lanes: groups of cases that can run side by side, since their devices differ.
 */
#ifndef LANES_H
#define LANES_H

#include <stddef.h>

#include "plan/cases.h"

/* Indices of cases, in the order of the run. */
struct indices {
  size_t *index, n;
};

struct lanes {
  /* Cases that run while no other does: cases on the CPU, because all other
   * cases use it too, and skipped ones. */
  struct indices alone;
  const char **device;
  struct indices *of; /* parallel to device */
  size_t n;
};

/* Groups n cases. */
void lanes_make (struct lanes *lanes, const struct cases *cases,
                 const size_t *index, size_t n);
void lanes_free (struct lanes *lanes);

#endif
