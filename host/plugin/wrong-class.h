/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The class of a wrong result: what was seen of it, for programs that read
 * records.  It is set where the reason is written, and never read from a
 * reason's text.  gkhost-trust(7) describes each.
 */
#ifndef WRONG_CLASS_H
#define WRONG_CLASS_H

#include "base/names.h"

enum wrong_class {
  WRONG_UNKNOWN,   /* none of these was seen */
  WRONG_REPEATS,   /* right for inputs that came before */
  WRONG_UNWRITTEN, /* an element still holds its poison */
  WRONG_LATE,      /* the work goes on when the launch is over, or elsewhere */
  WRONG_LESS_WORK, /* timed launches do less than the verified ones */
  WRONG_CLOCK,     /* they take longer than the worker's clock says */
  WRONG_PRECISION, /* near the right result, but over its error bound */
  WRONG_OUTSIDE,   /* wrote outside of its buffers, or to their padding */
  WRONG_INPUTS,    /* changed its inputs */
  WRONG_DIFFERS,   /* launches on the same inputs differ, and one is wrong */
  WRONG_PROCESS,   /* left its process changed */
  WRONG_FAULT,     /* crashed behind another case alone */
  N_WRONG_CLASSES
};

extern const struct names wrong_class_names;

#endif
