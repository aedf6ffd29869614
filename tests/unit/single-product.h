/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The fault of an f64 kernel that multiplies and adds in f32.
 */
#ifndef SINGLE_PRODUCT_H
#define SINGLE_PRODUCT_H

#include "judged-product.h"

/* Makes C of an f64 product so. */
void product_compute_single (struct product *p);

#endif
