/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Prints a warning, once a family, for work with more bytes than the buffers
 * have, but none where the buffers are unknown, and none for a set of types
 * that the family has, whatever its number.
 */
#include <config.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/commands.h"
#include "sample-records.h"
#include "tests/unit/unit.h"

/* A case's work. */
static json_t *
case_of (const char *status, int bytes, int buffers)
{
  json_t *record = json_pack (
      "{s:s, s:s, s:s, s:s, s:{s:i, s:f}}", "type", "case", "family", "copy",
      "variant", "plain", "status", status, "work", "bytes", bytes, "ops", 0.);

  if (buffers > 0)
    json_object_set_new (json_object_get (record, "work"), "buffers",
                         json_integer (buffers));
  return record;
}

/* What is printed of two such cases; to be freed. */
static char *
doubts_of (const char *status, int bytes, int buffers)
{
  const struct catalog catalog = { 0 };
  json_t *array = json_pack ("[o, o]", case_of (status, bytes, buffers),
                             case_of (status, bytes, buffers));
  struct records records = records_of (array);
  char *text;
  size_t n;
  FILE *out = open_memstream (&text, &n);

  assert_non_null (out);
  check_warnings_print (out, &catalog, NULL, &records);
  fclose (out);
  records_free (&records);
  json_decref (array);
  return text;
}

static void
expect (const char *status, int bytes, int buffers, const char *want)
{
  char *text = doubts_of (status, bytes, buffers);

  assert_string_equal (text, want);
  free (text);
}

TEST (test_more_bytes_than_there_are)
{
  expect ("ok", 65, 64,
          "warning: family copy reports more bytes to move than all of its "
          "buffers have:\n         count each byte once in work\n");
  expect ("ok", 64, 64, "");
}

TEST (test_what_is_not_known)
{
  expect ("ok", 65, 0, "");
  expect ("skipped", 0, 0, "");
}

/* What is printed of a variant with that mask, of a family with those types. */
static char *
mask_doubts (uint64_t mask, uint64_t types)
{
  gk_option dtype = { .name = "dtype", .type = GK_DTYPE, .allowed = types };
  struct plugin_desc plugin = { .name = "mine" };
  struct family_desc family
      = { .plugin = &plugin, .name = "copy", .options = { &dtype, 1 } };
  struct variant_desc variant
      = { .plugin = &plugin, .family = "copy", .name = "fast", .dtypes = mask };
  struct family_desc *families = &family;
  struct variant_desc *variants = &variant;
  const struct catalog catalog = {
    .family = &families, .n_families = 1, .variant = &variants, .n_variants = 1
  };
  const struct records records = { 0 };
  char *text;
  size_t n;
  FILE *out = open_memstream (&text, &n);

  assert_non_null (out);
  check_warnings_print (out, &catalog, &plugin, &records);
  fclose (out);
  return text;
}

TEST (test_masks)
{
  const uint64_t all = GK_BIT (GK_U8 + 1) - 1;
  const uint64_t few = GK_BIT (GK_I32) | GK_BIT (GK_F32);
  const struct {
    uint64_t mask, types;
    bool doubted;
  } cases[] = {
    { GK_I32, few, true },
    { GK_F32, few, true },
    { GK_BIT (GK_I32), few, false },
    { GK_BIT (GK_F32), few, false },
    { GK_BIT (GK_I32), all, false },
    { GK_F32, all, false },
    { GK_F64, few, false },
    { GK_I32, 0, false },
    { 0, few, false },
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char *text = mask_doubts (cases[i].mask, cases[i].types);

    assert_int_equal (text[0] != '\0', cases[i].doubted);
    free (text);
  }
}
