/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sizes of elements and of the floats in them, and comparison by value.
 */
#ifndef MOVE_ELEMENT_H
#define MOVE_ELEMENT_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#define MOVE_MAX_ELEMENT 16

/* Bytes of an element: 1, 2, 4, 8 or 16. */
uint32_t move_element (gk_dtype dtype);

/* Bytes of the floats in an element that passes through float arithmetic, where
 * an integer passes as the float of its size.  0: no float has that size. */
uint32_t move_component (gk_dtype dtype);

/* True when two elements are equal in float arithmetic: equal numbers, or both
 * NaN.  Where a part of a complex element is infinite or NaN, the other may
 * have become NaN, as in a multiplication by 1 + 0i. */
bool move_same_value (gk_dtype dtype, const void *is, const void *wanted);

/* How far an element of floats is off, in terms of the right one; NaN where
 * either is.  0 of integers. */
double move_error (gk_dtype dtype, const void *is, const void *wanted);

#endif /* MOVE_ELEMENT_H */
