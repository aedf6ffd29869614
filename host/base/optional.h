/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Values that may be absent: a text is NULL, a real number NaN, and the other
 * types have a special value.
 */
#ifndef OPTIONAL_H
#define OPTIONAL_H

#include <stdint.h>

#define INTEGER_ABSENT INT64_MIN

enum flag { FLAG_ABSENT = -1, FLAG_NO, FLAG_YES };

#endif
