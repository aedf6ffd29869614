/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Plugins, families and variants that are found more than once: which one is
 * used, and what is said.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "plugin/catalog.h"
#include "description-sample.h"
#include "said.h"
#include "tests/unit/unit.h"

/* Adds what a worker says, which is sound. */
static void
add_json (struct catalog *catalog, const char *path, bool named, json_t *json)
{
  const struct plugin_file file = { (char *)path, (char *)"1:2", named };

  assert_null (catalog_add (catalog, &file, json, NULL));
  json_decref (json);
}

/* Adds a plugin; family NULL: none, and variants of home. */
static void
add_for (struct catalog *catalog, const char *path, const char *name,
         const char *version, bool named, const char *family, const char *home,
         const char *const *variants)
{
  json_t *json = described_plugin (name, version);

  if (family != NULL)
    json_object_set_new (json, "family", described_family (family));
  for (size_t i = 0; variants != NULL && variants[i] != NULL; i++)
    json_array_append_new (
        json_object_get (json, "variants"),
        described_variant (family != NULL ? family : home, variants[i]));
  add_json (catalog, path, named, json);
}

/* Adds a plugin; family NULL: none.  variants are its own family's, else of
 * sums; NULL ends them. */
static void
add (struct catalog *catalog, const char *path, const char *name,
     const char *version, bool named, const char *family,
     const char *const *variants)
{
  add_for (catalog, path, name, version, named, family, "sums", variants);
}

static const char *const one[] = { "one", NULL };
static const char *const both[] = { "one", "two", NULL };

/* The variant is that of the plugin at path. */
static void
variant_is (const struct catalog *catalog, const char *name, const char *path)
{
  size_t n = 0;

  for (size_t i = 0; i < catalog->n_variants; i++)
    if (strcmp (catalog->variant[i]->name, name) == 0) {
      assert_string_equal (catalog->variant[i]->plugin->path, path);
      n++;
    }
  assert_int_equal (n, 1);
}

TEST (the_higher_version)
{
  struct catalog catalog = { 0 };

  add (&catalog, "/p/sums-old.so", "sums", "0.9", false, "sums", both);
  add (&catalog, "/p/sums.so", "sums", "0.10", false, "sums", one);
  said_start ();
  assert_true (catalog_resolve (&catalog));
  said_these ("plugin sums was found twice: /p/sums.so (version 0.10) is used, "
              "/p/sums-old.so (version 0.9) is left out",
              NULL);
  assert_int_equal (catalog.n_plugins, 1);
  assert_int_equal (catalog.n_families, 1);
  assert_int_equal (catalog.n_variants, 1);
  variant_is (&catalog, "one", "/p/sums.so");
  catalog_close (&catalog);
}

TEST (else_the_first)
{
  struct catalog catalog = { 0 };
  char *said;

  for (int i = 0; i < 300; i++) {
    char *path = xasprintf ("/p/sums-%03d.so", i);
    add (&catalog, path, "sums", "1", false, "sums", both);
    free (path);
  }
  said_start ();
  assert_true (catalog_resolve (&catalog));
  said = said_stop ();
  assert_non_null (strstr (said, "plugin sums was found 300 times: "
                                 "/p/sums-000.so (version 1) is used, "
                                 "/p/sums-001.so (version 1) and 298 more are "
                                 "left out"));
  /* One line. */
  assert_ptr_equal (strchr (said, '\n'), said + strlen (said) - 1);
  free (said);
  assert_int_equal (catalog.n_variants, 2);
  variant_is (&catalog, "one", "/p/sums-000.so");
  catalog_close (&catalog);
}

TEST (the_named_file)
{
  struct catalog catalog = { 0 };

  add (&catalog, "/p/sums.so", "sums", "2", false, "sums", both);
  add (&catalog, "./sums.so", "sums", "1", true, "sums", both);
  said_start ();
  assert_true (catalog_resolve (&catalog));
  said_these ("plugin sums: ./sums.so is used in place of /p/sums.so\n", NULL);
  variant_is (&catalog, "one", "./sums.so");
  catalog_close (&catalog);
}

/* It may be another plugin that took the name by mistake. */
TEST (the_named_file_lacks_variants)
{
  struct catalog catalog = { 0 };

  add (&catalog, "/p/sums.so", "sums", "2", false, "sums", both);
  add (&catalog, "./sums.so", "sums", "1", true, "sums", one);
  said_start ();
  assert_true (catalog_resolve (&catalog));
  said_these ("plugin sums: ./sums.so is used in place of /p/sums.so, and has "
              "no variant two as that one has; rename it",
              NULL);
  catalog_close (&catalog);
}

TEST (two_named_files)
{
  struct catalog catalog = { 0 };

  add (&catalog, "a.so", "sums", "1", true, "sums", both);
  add (&catalog, "b.so", "sums", "1", true, "sums", both);
  said_start ();
  assert_false (catalog_resolve (&catalog));
  said_these ("plugin sums is in both a.so and b.so, and -p names both", NULL);
  catalog_close (&catalog);
}

/* A plugin that has the name of another, but brings another family, hides
 * nothing. */
TEST (a_name_that_is_taken)
{
  struct catalog catalog = { 0 };

  add (&catalog, "a.so", "sums", "1", false, "sums", one);
  add (&catalog, "b.so", "sums", "2", true, "moves", one);
  said_start ();
  assert_true (catalog_resolve (&catalog));
  said_these ("two plugins have the name sums, ", "a.so", "b.so",
              ": both are used", NULL);
  assert_int_equal (catalog.n_families, 2);
  assert_int_equal (catalog.n_variants, 2);
  catalog_close (&catalog);
}

/* Nor does one that brings what belongs to neither. */
TEST (a_name_that_is_taken_for_anothers_family)
{
  struct catalog catalog = { 0 };

  add (&catalog, "a.so", "sums", "9", false, "moves", one);
  add (&catalog, "b.so", "sums", "1", false, "sums", one);
  add (&catalog, "c.so", "moves", "1", false, "moves", both);
  said_start ();
  assert_true (catalog_resolve (&catalog));
  said_these ("family moves is in both c.so and a.so: the first is used", NULL);
  assert_int_equal (catalog.n_families, 2);
  variant_is (&catalog, "two", "c.so");
  catalog_close (&catalog);

  add_for (&catalog, "a.so", "extra", "9", false, NULL, "moves", one);
  add_for (&catalog, "b.so", "extra", "1", false, NULL, "sums", both);
  said_start ();
  assert_true (catalog_resolve (&catalog));
  said_these ("two plugins have the name extra, ", NULL);
  assert_int_equal (catalog.n_plugins, 2);
  assert_int_equal (catalog.n_variants, 3);
  catalog_close (&catalog);
}

TEST (a_family_in_two_plugins)
{
  struct catalog catalog = { 0 };

  add (&catalog, "a.so", "adds", "1", false, "sums", one);
  add (&catalog, "b.so", "sums", "2", false, "sums", both);
  said_start ();
  assert_true (catalog_resolve (&catalog));
  said_these ("family sums is in both a.so and b.so: the first is used", NULL);
  assert_int_equal (catalog.n_families, 1);
  /* Variants that were made for another problem are none of this family. */
  assert_int_equal (catalog.n_variants, 1);
  variant_is (&catalog, "one", "a.so");
  catalog_close (&catalog);

  add (&catalog, "a.so", "adds", "1", true, "sums", one);
  add (&catalog, "b.so", "sums", "2", true, "sums", both);
  said_start ();
  assert_false (catalog_resolve (&catalog));
  said_these ("family sums is in both a.so and b.so, and -p names both", NULL);
  catalog_close (&catalog);
}

TEST (a_variant_in_two_plugins)
{
  struct catalog catalog = { 0 };

  add (&catalog, "a.so", "other", "3", false, NULL, both);
  add (&catalog, "b.so", "sums", "1", false, "sums", both);
  said_start ();
  assert_true (catalog_resolve (&catalog));
  said_these ("variant one of family sums (and 1 more) is in both b.so and "
              "a.so: the first's is used",
              NULL);
  assert_int_equal (catalog.n_plugins, 2);
  assert_int_equal (catalog.n_variants, 2);
  variant_is (&catalog, "one", "b.so");
  catalog_close (&catalog);

  /* The user wants the one that is named. */
  add (&catalog, "b.so", "sums", "1", false, "sums", both);
  add (&catalog, "a.so", "other", "3", true, NULL, one);
  said_start ();
  assert_true (catalog_resolve (&catalog));
  said_these ("variant one of family sums is in both a.so and b.so", NULL);
  variant_is (&catalog, "one", "a.so");
  variant_is (&catalog, "two", "b.so");
  catalog_close (&catalog);

  add (&catalog, "b.so", "sums", "1", true, "sums", both);
  add (&catalog, "a.so", "other", "3", true, NULL, one);
  said_start ();
  assert_false (catalog_resolve (&catalog));
  said_these ("and -p names both; rename one", NULL);
  catalog_close (&catalog);
}

/* A family's own first, then those of other plugins in the order found. */
TEST (order_of_variants)
{
  struct catalog catalog = { 0 };
  static const char *const more[] = { "a", NULL };

  add (&catalog, "a.so", "more", "1", false, NULL, more);
  add (&catalog, "b.so", "sums", "1", false, "sums", both);
  assert_true (catalog_resolve (&catalog));
  assert_string_equal (catalog.variant[0]->name, "one");
  assert_string_equal (catalog.variant[1]->name, "two");
  assert_string_equal (catalog.variant[2]->name, "a");
  catalog_close (&catalog);
}

/* A plugin whose family lists the variants fast and far of plugin extra. */
static void
add_with_companions (struct catalog *catalog)
{
  json_t *json = described_plugin ("sums", "2");
  json_t *family = described_family ("sums");

  json_object_set_new (
      family, "companions",
      json_pack ("[{s:s, s:s, s:i, s:[s, s]}, {s:s, s:s, s:i, s:[], "
                 "s:s, s:s}]",
                 "plugin", "extra", "variant", "fast", "device", (int)GK_CUDA,
                 "tunables", "step", "width", "plugin", "extra", "variant",
                 "far", "device", (int)GK_CUDA, "tunables", "summary",
                 "goes far", "missing", "ask for it"));
  json_object_set_new (json, "family", family);
  json_array_append_new (json_object_get (json, "variants"),
                         described_variant ("sums", "plain"));
  add_json (catalog, "sums.so", false, json);
}

static void
variants_are (const struct catalog *catalog, const char *const *names)
{
  size_t n = 0;

  for (; names[n] != NULL; n++) {
    assert_true (n < catalog->n_variants);
    assert_string_equal (catalog->variant[n]->name, names[n]);
  }
  assert_int_equal (catalog->n_variants, n);
}

TEST (missing_companions)
{
  struct catalog catalog = { 0 };
  static const char *const all[] = { "plain", "fast", "far", NULL };
  const struct variant_desc *fast;

  add_with_companions (&catalog);
  said_start ();
  assert_true (catalog_resolve (&catalog));
  said_nothing ();
  variants_are (&catalog, all);
  assert_int_equal (catalog.n_plugins, 1);
  assert_null (catalog.variant[0]->missing);
  fast = catalog.variant[1];
  assert_int_equal (fast->device, GK_CUDA);
  assert_string_equal (fast->plugin->name, "extra");
  assert_string_equal (fast->missing, "plugin not found: install extra, or "
                                      "give its file with -p");
  assert_string_equal (fast->summary, "");
  assert_string_equal (catalog.variant[2]->summary, "goes far");
  assert_string_equal (catalog.variant[2]->missing, "ask for it");
  assert_true (companion_has_tunable (fast, "width"));
  assert_false (companion_has_tunable (fast, "length"));
  assert_false (companion_has_tunable (catalog.variant[2], "width"));
  assert_false (companion_has_tunable (catalog.variant[0], "width"));
  catalog_close (&catalog);
}

/* Companions in the family's order, whatever that of the plugins; strangers
 * last. */
TEST (found_companions)
{
  struct catalog catalog = { 0 };
  static const char *const strange[] = { "strange", "far", NULL };
  static const char *const extra[] = { "newer", "far", "fast", NULL };
  static const char *const all[]
      = { "plain", "fast", "far", "strange", "newer", NULL };

  add (&catalog, "a.so", "a", "9", false, NULL, strange);
  add (&catalog, "extra.so", "extra", "2", false, NULL, extra);
  add_with_companions (&catalog);
  said_start ();
  assert_true (catalog_resolve (&catalog));
  /* No stranger takes the place of a companion. */
  said_these ("variant far of family sums is in both extra.so and a.so: the "
              "first's is used",
              NULL);
  variants_are (&catalog, all);
  for (size_t i = 0; i < catalog.n_variants; i++)
    assert_null (catalog.variant[i]->missing);
  catalog_close (&catalog);
}

TEST (older_companion)
{
  struct catalog catalog = { 0 };
  static const char *const extra[] = { "fast", NULL };
  static const char *const all[] = { "plain", "fast", "far", NULL };

  add (&catalog, "extra.so", "extra", "1", false, NULL, extra);
  add_with_companions (&catalog);
  assert_true (catalog_resolve (&catalog));
  variants_are (&catalog, all);
  assert_null (catalog.variant[1]->missing);
  assert_string_equal (catalog.variant[2]->missing,
                       "plugin extra 1 here lacks it: install the one that "
                       "belongs to sums 2");
  catalog_close (&catalog);
}

TEST (nothing_found)
{
  struct catalog catalog = { 0 };

  assert_true (catalog_resolve (&catalog));
  assert_int_equal (catalog.n_variants, 0);
  catalog_close (&catalog);
}
