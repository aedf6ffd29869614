/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which of two versions is the higher one.
 */
#include <config.h>

#include "base/names.h"
#include "tests/unit/unit.h"

static void
higher (const char *high, const char *low)
{
  if (version_compare (high, low) <= 0)
    fail_msg ("%s is not higher than %s", high, low);
  if (version_compare (low, high) >= 0)
    fail_msg ("%s is not lower than %s", low, high);
}

static void
same (const char *a, const char *b)
{
  assert_int_equal (version_compare (a, b), 0);
  assert_int_equal (version_compare (b, a), 0);
}

TEST (numbers)
{
  higher ("0.10", "0.9");
  higher ("1.0", "0.99");
  higher ("1.0.1", "1.0");
  higher ("100000000000000000000000000", "99999999999999999999999999");
  same ("1.02", "1.2");
  same ("", "");
}

TEST (words)
{
  higher ("1.0b", "1.0a");
  higher ("1.0-5-gabc", "1.0");
  higher ("1.0", "1.0~rc1");
  higher ("1.0~rc10", "1.0~rc9");
  higher ("1", "");
}
