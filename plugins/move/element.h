/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an element is: its size, and the floats in it.
 */
#ifndef MOVE_ELEMENT_H
#define MOVE_ELEMENT_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#define MOVE_MAX_ELEMENT 16

/* Bytes of an element: 1, 2, 4, 8 or 16. */
uint32_t move_element (gk_dtype dtype);

/* Bytes of the floats that an element is made of when it passes through float
 * arithmetic: an integer passes as the float of its size.  0: there is none. */
uint32_t move_component (gk_dtype dtype);

/* Whether two elements are the same to float arithmetic: equal, or both NaN.
 * In a complex element one infinite or NaN part may turn the other into NaN,
 * as a multiplication by 1 + 0i does. */
bool move_same_value (gk_dtype dtype, const void *is, const void *wanted);

#endif /* MOVE_ELEMENT_H */
