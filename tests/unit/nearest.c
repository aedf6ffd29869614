/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Suggestions for mistyped names.
 */
#include <config.h>

#include <stdlib.h>

#include "base/names.h"
#include "tests/unit/unit.h"

TEST (distances)
{
  assert_int_equal (nearest_distance ("rows", "rows"), 0);
  assert_int_equal (nearest_distance ("ROWS", "rows"), 0);
  assert_int_equal (nearest_distance ("rws", "rows"), 1);
  assert_int_equal (nearest_distance ("rowss", "rows"), 1);
  assert_int_equal (nearest_distance ("raws", "rows"), 1);
  assert_int_equal (nearest_distance ("", "rows"), 4);
  assert_int_equal (nearest_distance ("kitten", "sitting"), 3);
}

TEST (a_transposition_is_one_step)
{
  assert_int_equal (nearest_distance ("rwos", "rows"), 1);
  assert_int_equal (nearest_distance ("fmaily", "family"), 1);
}

static const char *
nearest_of_two (const char *wanted, const char *a, const char *b)
{
  struct nearest nearest = { .wanted = wanted };

  nearest_consider (&nearest, a);
  nearest_consider (&nearest, b);
  return nearest.best;
}

TEST (only_what_is_near_is_offered)
{
  assert_string_equal (nearest_of_two ("shraed", "direct", "shared"), "shared");
  assert_string_equal (nearest_of_two ("min_tmie", "max_time", "min_time"),
                       "min_time");
  assert_null (nearest_of_two ("xyzzy", "rows", "cols"));
  assert_null (nearest_of_two ("m", "n", "k"));
}

TEST (no_name_is_too_long)
{
  char name[1000];

  for (size_t i = 0; i < sizeof name - 1; i++)
    name[i] = 'a';
  name[sizeof name - 1] = '\0';
  assert_null (nearest_of_two (name, name, "rows"));
  assert_null (nearest_of_two ("rows", name, ""));
}

TEST (hints)
{
  struct nearest nearest = { .wanted = "rws" };
  char *hint = nearest_hint (&nearest);

  assert_string_equal (hint, "");
  free (hint);
  nearest_consider (&nearest, "rows");
  hint = nearest_hint (&nearest);
  assert_string_equal (hint, ": did you mean 'rows'?");
  free (hint);
}
