/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Values of options: lists, ranges, types and what is refused.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "plugin/option.h"
#include "suite/sweep.h"
#include "tests/unit/unit.h"

static const char *const colours[] = { "red", "green", NULL };

static const gk_option whole
    = { .name = "n", .type = GK_INT, .min = -10, .max = 8192 };
static const gk_option any
    = { .name = "n", .type = GK_INT, .min = INT64_MIN, .max = INT64_MAX };
static const gk_option real
    = { .name = "x", .type = GK_REAL, .fmin = 0, .fmax = 2 };
static const gk_option seconds
    = { .name = "t", .type = GK_REAL, .fmin = 0, .fmax = 100, .unit = "s" };
static const gk_option flag = { .name = "b", .type = GK_BOOL };
static const gk_option colour
    = { .name = "c", .type = GK_CHOICE, .choices = colours };
static const gk_option dtype = { .name = "dtype",
                                 .type = GK_DTYPE,
                                 .allowed = GK_BIT (GK_I32) | GK_BIT (GK_F64) };
static const gk_option layout
    = { .name = "layout",
        .type = GK_LAYOUT,
        .allowed = GK_BIT (GK_ROW_MAJOR) | GK_BIT (GK_COL_MAJOR) };

/* The values of text, written out again. */
static void
gives (const gk_option *option, const char *text, const char *want)
{
  struct sweep sweep;
  char *why, *value, *all = NULL;

  if (!sweep_parse (&sweep, option, text, &why))
    fail_msg ("%s: %s", text, why);
  for (size_t i = 0; i < sweep.n; i++) {
    value = value_text (option, sweep.value[i]);
    all = list_append (all, value);
    free (value);
  }
  assert_string_equal (all, want);
  free (all);
  sweep_free (&sweep);
}

static void
refuses (const gk_option *option, const char *text, const char *want)
{
  struct sweep sweep;
  char *why;

  if (sweep_parse (&sweep, option, text, &why))
    fail_msg ("%s was taken", text);
  if (strstr (why, want) == NULL)
    fail_msg ("%s: wanted '%s' in '%s'", text, want, why);
  free (why);
}

TEST (lists)
{
  gives (&whole, "3", "3");
  gives (&whole, " 3 ,1,  -2", "3, 1, -2");
  refuses (&whole, "1,,2", "comma");
  refuses (&whole, "1,", "comma");
  refuses (&whole, ",", "comma");
  refuses (&whole, "1, 2, 1", "1 appears twice");
  refuses (&dtype, "i32, i32", "i32 appears twice");
}

TEST (ranges)
{
  gives (&whole, "4..8", "4, 5, 6, 7, 8");
  gives (&whole, "4..4", "4");
  gives (&whole, "256..8192*2", "256, 512, 1024, 2048, 4096, 8192");
  gives (&whole, "3 .. 100 * 5", "3, 15, 75");
  gives (&whole, "1..10+4, 100", "1, 5, 9, 100");
  gives (&whole, "-2..2+2", "-2, 0, 2");
  gives (&real, "0..1+0.25", "0, 0.25, 0.5, 0.75, 1");
  gives (&real, "0..0.3+0.1", "0, 0.1, 0.2, 0.3");
  gives (&real, "0.5..2*2", "0.5, 1, 2");
  gives (&real, "0...5+.5", "0, 0.5");
}

TEST (ranges_that_are_none)
{
  refuses (&whole, "8..4", "downwards");
  refuses (&whole, "1..4*1", "never end");
  refuses (&whole, "0..4*2", "never end");
  refuses (&whole, "1..4+0", "never end");
  refuses (&whole, "1..4+-1", "never end");
  refuses (&real, "0..1+0", "never end");
  refuses (&real, "0..1*2", "never end");
  refuses (&real, "0..1", "needs a step");
  refuses (&whole, "1..", "not a whole number");
  refuses (&whole, "..4", "not a whole number");
  refuses (&whole, "1..4*", "not a whole number");
  refuses (&whole, "1..4-2", "not a whole number");
  refuses (&whole, "1..4..5", "not a whole number");
  refuses (&whole, "1..9000", "8193 is out of range");
  refuses (&any, "1..1000000", "more than 100000 values");
}

TEST (ranges_end_at_the_end_of_the_type)
{
  gives (&any, "9223372036854775806..9223372036854775807",
         "9223372036854775806, 9223372036854775807");
  gives (&any, "4611686018427387904..9223372036854775807*2",
         "4611686018427387904");
}

TEST (numbers)
{
  gives (&real, "0.1", "0.1");
  gives (&real, "1e-3", "0.001");
  refuses (
      &whole, "1.5",
      "'1.5' is not a whole number: write digits only, such as 1000000; the "
      "range is -10 to 8192");
  refuses (&whole, "3 4", "'3 4' is not a whole number: separate values with");
  refuses (&whole, "1,000", "',000': a comma separates values");
  gives (&whole, "1,20,300", "1, 20, 300");
  refuses (&whole, "1e3", "not a whole number");
  refuses (&whole, "big", "not a whole number");
  refuses (&whole, "0x10", "not a whole number");
  refuses (&whole, "8193", "8193 is out of range: write -10 to 8192");
  refuses (&whole, "99999999999999999999", "99999999999999999999 is out of");
  refuses (&real, "nan", "not a number");
  refuses (&real, "inf", "not a number");
  refuses (&real, "0x1p1", "not a number");
  refuses (&real, "1e999", "out of range");
  refuses (&real, "-0.5", "out of range");
}

TEST (times_may_carry_a_unit)
{
  gives (&seconds, "20ms, 1.5 , 2s, 5us", "0.02, 1.5, 2, 5e-06");
  refuses (&seconds, "2m",
           "'2m' is not a time: write seconds, or a number with its unit");
  refuses (&seconds, "20 ms", "such as 20ms or 1.5s; the range is 0 to 100 s");
  refuses (&real, "2s", "not a number");
}

TEST (names)
{
  gives (&flag, "yes, false", "yes, no");
  gives (&colour, "green", "green");
  gives (&dtype, "i32, f64", "i32, f64");
  gives (&layout, "col", "col");
  refuses (&flag, "maybe", "neither yes nor no");
  refuses (&colour, "gren", "did you mean 'green'?");
  refuses (&colour, "purple", "write red, green");
  refuses (&dtype, "c64", "write i32, f64");
  refuses (&dtype, "i32 f64", "'i32 f64': separate values with commas");
  refuses (&dtype, "i23", "did you mean 'i32'?");
  refuses (&layout, "1", "write row, col");
}
