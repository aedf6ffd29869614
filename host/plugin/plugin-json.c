/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <float.h>
#include <math.h>

#include "plugin/loader.h"
#include "plugin/option.h"

/* JSON has no infinity; a range without an end gets the largest number. */
static json_t *
real_to_json (double value)
{
  return json_real (fmax (-DBL_MAX, fmin (value, DBL_MAX)));
}

static json_t *
option_to_json (const gk_option *o)
{
  json_t *json
      = json_pack ("{s:s, s:s, s:s*, s:i, s:i, s:I, s:I, s:I}", "name", o->name,
                   "help", o->help, "unit", o->unit, "type", (int)o->type,
                   "flags", (int)o->flags, "min", (json_int_t)o->min, "max",
                   (json_int_t)o->max, "allowed", (json_int_t)o->allowed);
  json_t *choices = json_array ();

  if (o->type == GK_REAL) {
    json_object_set_new (json, "value", json_real (o->value.f));
    json_object_set_new (json, "fmin", real_to_json (o->fmin));
    json_object_set_new (json, "fmax", real_to_json (o->fmax));
  } else
    json_object_set_new (json, "value", json_integer (o->value.i));
  if (o->type == GK_CHOICE)
    for (size_t i = 0; o->choices[i] != NULL; i++)
      json_array_append_new (choices, json_string (o->choices[i]));
  json_object_set_new (json, "choices", choices);
  return json;
}

static json_t *
options_to_json (const gk_option *option, size_t n)
{
  json_t *list = json_array ();

  for (size_t i = 0; i < n; i++)
    if (option_is_known (&option[i]))
      json_array_append_new (list, option_to_json (&option[i]));
  return list;
}

static json_t *
variant_to_json (const struct loaded_variant *loaded)
{
  const gk_variant *v = &loaded->v;

  return json_pack (
      "{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:I, s:s*, s:o}",
      "family", v->family, "name", v->name, "summary", v->summary, "device",
      (json_int_t)v->device, "flags", (json_int_t)v->flags, "dtypes",
      (json_int_t)v->dtypes, "layouts", (json_int_t)v->layouts, "capability",
      (json_int_t)v->capability, "capability_max",
      (json_int_t)v->capability_max, "multiple", (json_int_t)v->multiple,
      "precision", v->precision, "warmup", (json_int_t)v->warmup, "unusable",
      loaded->unusable, "options", options_to_json (v->options, v->n_options));
}

static json_t *
family_to_json (const struct plugin *plugin)
{
  const gk_family *f = &plugin->family;
  json_t *companions = json_array ();

  for (size_t i = 0; i < f->n_companions; i++) {
    const gk_companion *c = &f->companions[i];
    json_t *tunables = json_array ();

    for (size_t j = 0; c->tunables != NULL && c->tunables[j] != NULL; j++)
      json_array_append_new (tunables, json_string (c->tunables[j]));
    json_array_append_new (
        companions, json_pack ("{s:s, s:s, s:I, s:o, s:s*, s:s*}", "plugin",
                               c->plugin, "variant", c->variant, "device",
                               (json_int_t)c->device, "tunables", tunables,
                               "summary", c->summary, "missing", c->missing));
  }
  return json_pack ("{s:s, s:s, s:s*, s:o, s:o}", "name", f->name, "summary",
                    f->summary, "unusable", plugin->unusable, "options",
                    options_to_json (f->options, f->n_options), "companions",
                    companions);
}

json_t *
plugin_to_json (const struct plugin *plugin)
{
  json_t *variants = json_array ();
  json_t *json
      = json_pack ("{s:s, s:s, s:s}", "name", plugin->p.name, "summary",
                   plugin->p.summary, "version", plugin->p.version);

  if (plugin->has_family)
    json_object_set_new (json, "family", family_to_json (plugin));
  for (size_t i = 0; i < plugin->n_variants; i++)
    json_array_append_new (variants, variant_to_json (&plugin->variant[i]));
  json_object_set_new (json, "variants", variants);
  return json;
}
