/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the reference of a family in a script returned for one draw of inputs:
 * the values of all outputs, and what their errors are relative to.
 */
#ifndef PYTHON_REFERENCE_H
#define PYTHON_REFERENCE_H

#include "bridge.h"

#include <gkhost/family.h>

struct script_reference {
  /* Of each output: doubles, or integers of 64 bits.  A scale may be absent. */
  Py_buffer value[GK_MAX_BUFFERS], scale[GK_MAX_BUFFERS];
  bool holds;
  gk_data data; /* of the inputs that it was computed from */
  uint64_t seed, generation;
};

/* Stores the values of each output, and their scales unless they are None, of a
 * tuple of pairs, or of NULL.  False with an exception set. */
bool reference_hold (struct script_reference *r, const gk_instance *in,
                     PyObject *pairs);
void reference_drop (struct script_reference *r);
/* Copies a line of an output. */
void reference_copy_line (const struct script_reference *r, gk_line *line);
/* True where each element of the one is right where the other is. */
bool reference_is_same (const struct script_reference *a,
                        const struct script_reference *b,
                        const gk_instance *in);

#endif
