/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How many of their trials tests of arithmetic make: about a tenth, or all of
 * them where the variable GKHOST_ALL_TRIALS is set, as it is in .ci/nightly.
 */
#ifndef TRIALS_H
#define TRIALS_H

#include <stdlib.h>

/* The step of a loop over trials.  usual shares no factor with the sizes of the
 * tables that make up the trials, so that each of their entries comes up. */
static inline int
trial_stride (int usual)
{
  return getenv ("GKHOST_ALL_TRIALS") != NULL ? 1 : usual;
}

#endif
