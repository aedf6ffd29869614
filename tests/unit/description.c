/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a worker says of a plugin is a stranger's data: what is broken is
 * refused with a reason, and nothing of it is taken.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "description-sample.h"
#include "plugin/catalog.h"
#include "said.h"
#include "suite/settings.h"
#include "used-description.h"
#include "tests/unit/unit.h"

/* A path is of keys, and of indices as digits: "family options 3 choices". */
static json_t *
member (json_t *json, const char *path)
{
  char *copy = strdup (path), *rest, *key;

  for (key = strtok_r (copy, " ", &rest); key != NULL;
       key = strtok_r (NULL, " ", &rest))
    json = json_is_array (json)
               ? json_array_get (json, (size_t)strtoul (key, NULL, 10))
               : json_object_get (json, key);
  free (copy);
  return json;
}

/* Puts JSON in the place of a path, or NULL: takes away what is there. */
static void
put (json_t *json, const char *path, const char *text)
{
  const char *key = strrchr (path, ' ');
  char *above = strndup (path, key != NULL ? (size_t)(key - path) : 0);
  json_t *in = member (json, above);
  json_t *value
      = text != NULL ? json_loads (text, JSON_DECODE_ANY, NULL) : NULL;

  key = key != NULL ? key + 1 : path;
  assert_non_null (in);
  assert_true (text == NULL || value != NULL);
  if (json_is_array (in))
    assert_int_equal (
        json_array_set_new (in, (size_t)strtoul (key, NULL, 10), value), 0);
  else if (value != NULL)
    json_object_set_new (in, key, value);
  else
    assert_int_equal (json_object_del (in, key), 0);
  free (above);
}

/* Is refused, with a reason that has these words. */
static void
expect_refused (const json_t *json, const char *words)
{
  const struct plugin_file file = { (char *)"/a.so", (char *)"1:2", false };
  struct catalog catalog = { 0 };
  char *why = catalog_add (&catalog, &file, json, setting_is_key);

  if (why == NULL || strstr (why, words) == NULL)
    fail_msg ("'%s' instead of '%s'", why != NULL ? why : "taken", words);
  assert_int_equal (catalog.n_plugins, 0);
  assert_int_equal (catalog.n_families, 0);
  assert_int_equal (catalog.n_variants, 0);
  free (why);
  catalog_close (&catalog);
}

static void
refused_with (const char *path, const char *text, const char *words)
{
  json_t *json = described_all ();

  put (json, path, text);
  expect_refused (json, words);
  json_decref (json);
}

TEST (sound)
{
  json_t *json = described_all ();

  said_start ();
  assert_true (use_description (json));
  free (said_stop ());
  json_decref (json);
}

TEST (no_description)
{
  json_t *json = json_array ();

  expect_refused (NULL, "the plugin: ");
  expect_refused (json, "the plugin: ");
  json_decref (json);
  refused_with ("name", NULL, "name");
  refused_with ("version", "7", "the plugin: Expected string");
  refused_with ("name", "\"A b\"", "not a valid name");
  refused_with ("summary", "\"two\\nlines\"", "not a single line");
  refused_with ("variants", "{}", "its variants are not a list");
  refused_with ("variants 1", "7", "a variant: Expected object");
}

TEST (broken_options)
{
  refused_with ("family options", NULL, "its family: ");
  refused_with ("family options", "{}", "not a list of up to 256");
  refused_with ("family options 0", "{}", "sums: an option: ");
  refused_with ("family options 0 type", NULL, "an option: ");
  refused_with ("family options 0 type", "99", "unknown type, flag or default");
  refused_with ("family options 0 type", "-1", "out of range");
  refused_with ("family options 0 type", "\"int\"", "Expected integer");
  refused_with ("family options 0 help", "null", "Expected string");
  refused_with ("family options 0 min", "6", "not one of its valid values");
  refused_with ("family options 0 value", "0.5", "of another type");
  refused_with ("family options 0 name", "\"bool\"", "'bool' appears twice");
  refused_with ("family options 0 name", "\"timeout\"", "the host's own keys");
  refused_with ("family options 1 fmin", "2", "not one of its valid values");
  refused_with ("family options 2 value", "2", "not one of its valid values");
  refused_with ("family options 3 choices", NULL, "an option: ");
  refused_with ("family options 3 choices", "[]", "valid values");
  refused_with ("family options 3 choices", "[1, 2]", "up to 256 texts");
  refused_with ("family options 3 choices", "[\"a\", \"a\"]", "'a' twice");
  refused_with ("family options 3 choices", "[\"a\", \"\"]", "single lines");
  refused_with ("family options 3 value", "-1", "valid values");
  refused_with ("family options 4 value", "1000", "unknown type, flag or default");
  refused_with ("family options 4 allowed", "1", "valid values");
  refused_with ("variants 0 options 0", "{}", "variant tuned: an option: ");
  refused_with ("variants 0 options 0 type", "3", "valid values");
}

TEST (broken_families)
{
  refused_with ("family", "[]", "its family: Expected object");
  refused_with ("family name", NULL, "its family: ");
  refused_with ("family name", "\"\"", "not a valid name");
  refused_with ("family unusable", "\"\\u001b[2J\"", "not a single line");
  refused_with ("family companions", "7", "not a list of up to 4096");
  refused_with ("family companions 0", "[]", "a companion: ");
  refused_with ("family companions 0 tunables", "{}", "companion fast");
  refused_with ("family companions 0 tunables 0", "\"A\"", "not a valid name");
  refused_with ("family companions 0 summary", "\"\\u001b[2J\"",
                "companion fast: its summary is not a single line");
  refused_with ("family companions 0 missing", "\"a\\nb\"",
                "companion fast: its missing is not a single line");
  refused_with ("family companions 0 device", "-1", "out of range");
}

TEST (broken_variants)
{
  refused_with ("variants 0 family", "\"Sums\"", "not a valid name");
  refused_with ("variants 0 precision", "-1", "precision must be");
  refused_with ("variants 0 precision", "\"0\"", "a variant: Expected");
  refused_with ("variants 0 flags", "4294967296", "out of range");
  refused_with ("variants 2 name", "\"tuned\"", "variant tuned appears twice");
  refused_with ("variants 0 device", "77", "no such kind of device");
}

/* Of so many items of one kind as no table has. */
TEST (huge_counts)
{
  static const struct {
    const char *list, *words;
  } lists[] = { { "variants", "up to 4096" },
                { "family options", "up to 256" },
                { "family companions", "up to 4096" },
                { "family companions 0 tunables", "up to 256" },
                { "family options 3 choices", "up to 256" } };

  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
    json_t *json = described_all (), *list = member (json, lists[i].list);

    for (int j = 0; j < 5000; j++)
      json_array_append_new (list, json_string ("x"));
    expect_refused (json, lists[i].words);
    json_decref (json);
  }
}

/* Numbers that are the same in each run. */
static unsigned
draw (uint64_t *seed, unsigned below)
{
  *seed = *seed * UINT64_C (6364136223846793005) + 1442695040888963407u;
  return (unsigned)(*seed >> 33) % below;
}

static json_t *
odd_value (uint64_t *seed)
{
  static const char *const odd[] = { "null",
                                     "true",
                                     "{}",
                                     "[]",
                                     "[{}]",
                                     "-1",
                                     "0",
                                     "1",
                                     "3",
                                     "4096",
                                     "1e308",
                                     "-0.5",
                                     "\"\"",
                                     "\"x\"",
                                     "\"two\"",
                                     "9223372036854775807",
                                     "-9223372036854775808",
                                     "\"a\\u007f\\u001b\"",
                                     "[\"one\", \"two\"]",
                                     "[null]" };

  return json_loads (odd[draw (seed, sizeof odd / sizeof odd[0])],
                     JSON_DECODE_ANY, NULL);
}

/* Changes an item of a list: removes, repeats or replaces it. */
static void
mutate_item (json_t *list, size_t i, uint64_t *seed)
{
  switch (draw (seed, 3)) {
  case 0:
    json_array_remove (list, i);
    break;
  case 1:
    json_array_append_new (list, json_deep_copy (json_array_get (list, i)));
    break;
  default:
    json_array_set_new (list, i, odd_value (seed));
  }
}

/* Changes one thing somewhere below. */
static void
mutate (json_t *json, uint64_t *seed)
{
  size_t n
      = json_is_array (json) ? json_array_size (json) : json_object_size (json);
  size_t i = n > 0 ? draw (seed, (unsigned)n) : 0;
  void *at = json_object_iter (json);
  json_t *below;

  if (n == 0)
    return;
  for (size_t j = 0; at != NULL && j < i; j++)
    at = json_object_iter_next (json, at);
  below = json_is_array (json) ? json_array_get (json, i)
                               : json_object_iter_value (at);
  if ((json_is_array (below) || json_is_object (below)) && draw (seed, 8) > 0)
    mutate (below, seed);
  else if (json_is_array (json))
    mutate_item (json, i, seed);
  else if (draw (seed, 4) == 0)
    json_object_del (json, json_object_iter_key (at));
  else
    json_object_iter_set_new (json, at, odd_value (seed));
}

/* Whatever is changed, it is refused, or can be used. */
TEST (random_changes)
{
  uint64_t seed = 20261122;
  size_t taken = 0, n = 3000;

  said_start ();
  for (size_t i = 0; i < n; i++) {
    json_t *json = described_all ();

    for (unsigned changes = 1 + draw (&seed, 3); changes > 0; changes--)
      mutate (json, &seed);
    taken += use_description (json);
    json_decref (json);
  }
  free (said_stop ());
  /* Both happen. */
  assert_true (taken > n / 100);
  assert_true (taken < n / 2);
}
