/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Values of options there and back: as text, and as JSON, which another build
 * of the plugin may have written.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "plugin/option.h"
#include "tests/unit/unit.h"

static const char *const colours[] = { "red", "green", NULL };

static const gk_option table[] = {
  { .name = "rows", .type = GK_INT, .min = 1, .max = 64 },
  { .name = "share", .type = GK_REAL, .fmin = 0, .fmax = 1 },
  { .name = "time", .type = GK_REAL, .unit = "s", .fmin = 0, .fmax = 3600 },
  { .name = "fast", .type = GK_BOOL },
  { .name = "colour", .type = GK_CHOICE, .choices = colours },
  { .name = "dtype",
    .type = GK_DTYPE,
    .allowed = GK_BIT (GK_I32) | GK_BIT (GK_F64) },
  { .name = "layout", .type = GK_LAYOUT, .allowed = GK_BIT (GK_ROW_MAJOR) },
};
enum { ROWS, SHARE, TIME, FAST, COLOUR, DTYPE, LAYOUT, N };

static const gk_value values[N]
    = { { .i = 64 }, { .f = 0.1 },    { .f = 60 },          { .i = 1 },
        { .i = 1 },  { .i = GK_F64 }, { .i = GK_ROW_MAJOR } };

static void
assert_text (char *got, const char *want)
{
  assert_string_equal (got, want);
  free (got);
}

TEST (as_text)
{
  static const char *const text[N]
      = { "64", "0.1", "60", "yes", "green", "f64", "row" };

  for (int i = 0; i < N; i++)
    assert_text (value_text (&table[i], values[i]), text[i]);
}

TEST (what_is_taken)
{
  static const char *const type[N]
      = { "a whole number", "a number",        "a time",  "yes or no",
          "a choice",       "an element type", "a layout" };
  static const char *const range[N]
      = { "1 to 64",    "0 to 1",   "0 to 3600 s", "yes or no",
          "red, green", "i32, f64", "row" };

  for (int i = 0; i < N; i++) {
    assert_string_equal (option_type (&table[i]), type[i]);
    assert_text (option_range (&table[i]), range[i]);
  }
}

TEST (there_and_back)
{
  const struct option_list options = { (gk_option *)table, N };
  json_t *json = values_to_json (&options, values);
  char *why = NULL;
  gk_value *back = values_from_json (table, N, json, &why);

  assert_non_null (back);
  for (int i = 0; i < N; i++)
    if (table[i].type == GK_REAL)
      assert_true (back[i].f == values[i].f);
    else
      assert_int_equal (back[i].i, values[i].i);
  free (back);
  json_object_set_new (json, "rows", json_integer (65));
  assert_null (values_from_json (table, N, json, &why));
  assert_non_null (strstr (why, "rows"));
  free (why);
  json_object_del (json, "rows");
  assert_null (values_from_json (table, N, json, &why));
  assert_non_null (strstr (why, "rows"));
  free (why);
  json_decref (json);
}

/* No value of that option. */
static void
refused (int option, json_t *json)
{
  gk_value value;

  assert_false (value_from_json (&table[option], json, &value));
  json_decref (json);
}

TEST (values_of_another_build)
{
  refused (ROWS, json_integer (0));
  refused (ROWS, json_integer (65));
  refused (ROWS, json_real (2));
  refused (ROWS, json_string ("2"));
  refused (SHARE, json_real (1.5));
  refused (SHARE, json_true ());
  refused (FAST, json_integer (1));
  refused (FAST, json_string ("yes"));
  refused (COLOUR, json_string ("blue"));
  refused (COLOUR, json_integer (1));
  refused (DTYPE, json_string ("f32"));
  refused (DTYPE, json_string ("float"));
  refused (LAYOUT, json_string ("col"));
  refused (LAYOUT, json_null ());
  assert_false (value_from_json (&table[ROWS], NULL, &(gk_value){ 0 }));
}
