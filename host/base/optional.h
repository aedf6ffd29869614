/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Values that may be absent: text is NULL then, a real is a NaN, and for the
 * others there is a value of their own.
 */
#ifndef OPTIONAL_H
#define OPTIONAL_H

#include <stdint.h>

#define INTEGER_ABSENT INT64_MIN

enum flag { FLAG_ABSENT = -1, FLAG_NO, FLAG_YES };

#endif
