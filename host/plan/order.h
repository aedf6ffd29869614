/* SPDX-License-Identifier: BSD-3-Clause
 *
 * In which order cases run: that of the suite, but within each round of a
 * problem at random, so that what drifts meets none of them more than another.
 */
#ifndef ORDER_H
#define ORDER_H

#include "plan/cases.h"

/* The index of the case that runs first, second, ...; to be freed. */
size_t *order_make (const struct cases *cases);

#endif
