/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <gkhost/plugin.h>

#include "description-sample.h"

json_t *
described_plugin (const char *name, const char *version)
{
  return json_pack ("{s:s, s:s, s:s, s:[]}", "name", name, "summary", "",
                    "version", version, "variants");
}

json_t *
described_family (const char *name)
{
  return json_pack ("{s:s, s:s, s:[], s:[]}", "name", name, "summary", "",
                    "options", "companions");
}

json_t *
described_variant (const char *family, const char *name)
{
  return json_pack ("{s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:f, s:[]}",
                    "family", family, "name", name, "summary", "", "device",
                    (int)GK_CPU, "flags", 0, "dtypes", 3, "layouts", 3,
                    "capability", 0, "capability_max", 0, "precision", 0.,
                    "options");
}

/* With the range of numbers and the set of names, whatever its type. */
static json_t *
describe_option (const char *name, gk_option_type type, json_t *value)
{
  return json_pack ("{s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:i, s:o, s:f, s:f, "
                    "s:[]}",
                    "name", name, "help", "what it is", "unit", "s", "type",
                    (int)type, "flags", 0, "min", -9, "max", 9, "allowed", 7,
                    "value", value, "fmin", -.5, "fmax", .5, "choices");
}

static json_t *
describe_options (void)
{
  json_t *choice = describe_option ("choice", GK_CHOICE, json_integer (1));

  json_object_set_new (choice, "choices", json_pack ("[s, s]", "one", "two"));
  return json_pack ("[o, o, o, o, o, o]",
                    describe_option ("int", GK_INT, json_integer (5)),
                    describe_option ("real", GK_REAL, json_real (.25)),
                    describe_option ("bool", GK_BOOL, json_integer (1)), choice,
                    describe_option ("dtype", GK_DTYPE, json_integer (1)),
                    describe_option ("layout", GK_LAYOUT, json_integer (1)));
}

static json_t *
describe_companions (void)
{
  return json_pack (
      "[{s:s, s:s, s:i, s:[s, s]}, {s:s, s:s, s:i, s:[]}]", "plugin", "extra",
      "variant", "fast", "device", (int)GK_CUDA, "tunables", "step", "width",
      "plugin", "extra", "variant", "far", "device", (int)GK_CUDA, "tunables");
}

json_t *
described_all (void)
{
  json_t *json = described_plugin ("sums", "1.2");
  json_t *family = described_family ("sums");
  json_t *tuned = described_variant ("sums", "tuned");
  json_t *later = described_variant ("sums", "later");
  json_t *option = describe_option ("tile", GK_INT, json_integer (5));

  json_object_set_new (family, "options", describe_options ());
  json_object_set_new (family, "companions", describe_companions ());
  json_object_set_new (json, "family", family);
  json_object_set_new (tuned, "options", json_pack ("[o]", option));
  json_object_set_new (later, "device", json_integer (77));
  json_object_set_new (later, "unusable", json_string ("of a later kind"));
  json_object_set_new (json, "variants",
                       json_pack ("[o, o, o, o]", tuned, later,
                                  described_variant ("sums", "one"),
                                  described_variant ("others", "one")));
  return json;
}
