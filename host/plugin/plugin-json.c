/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <float.h>
#include <math.h>

#include "plugin/plugin-json.h"

/* JSON has no infinity; a range without an end ends where numbers do. */
static json_t *
real_to_json (double value)
{
  return json_real (fmax (-DBL_MAX, fmin (value, DBL_MAX)));
}

static json_t *
option_to_json (const gk_option *o)
{
  json_t *json
      = json_pack ("{s:s, s:s, s:s?, s:i, s:i, s:I, s:I, s:I}", "name", o->name,
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
    if (option_known (&option[i]))
      json_array_append_new (list, option_to_json (&option[i]));
  return list;
}

static json_t *
variant_to_json (const struct loaded_variant *loaded)
{
  const gk_variant *v = &loaded->v;

  return json_pack ("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:s*, "
                    "s:o}",
                    "family", v->family, "name", v->name, "summary", v->summary,
                    "device", (json_int_t)v->device, "flags",
                    (json_int_t)v->flags, "dtypes", (json_int_t)v->dtypes,
                    "layouts", (json_int_t)v->layouts, "capability",
                    (json_int_t)v->capability, "capability_max",
                    (json_int_t)v->capability_max, "precision", v->precision, "unusable",
                    loaded->unusable,
                    "options", options_to_json (v->options, v->n_options));
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
        companions, json_pack ("{s:s, s:s, s:I, s:o}", "plugin", c->plugin,
                               "variant", c->variant, "device",
                               (json_int_t)c->device, "tunables", tunables));
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
  json_t *json = json_pack ("{s:s, s:s, s:s, s:s}", "path", plugin->path,
                            "name", plugin->p.name, "summary",
                            plugin->p.summary, "version", plugin->p.version);

  if (plugin->has_family)
    json_object_set_new (json, "family", family_to_json (plugin));
  for (size_t i = 0; i < plugin->n_variants; i++)
    json_array_append_new (variants, variant_to_json (&plugin->variant[i]));
  json_object_set_new (json, "variants", variants);
  return json;
}

static const char *
text_of (const json_t *json, const char *key)
{
  return json_string_value (json_object_get (json, key));
}

static json_int_t
integer_of (const json_t *json, const char *key)
{
  return json_integer_value (json_object_get (json, key));
}

static const char *
copy_of (struct pool *pool, const json_t *json, const char *key)
{
  return pool_text (pool, text_of (json, key));
}

/* Ended by NULL. */
static const char *const *
texts_read (struct pool *pool, const json_t *json)
{
  size_t n = json_array_size (json);
  const char **texts = pool_alloc (pool, (n + 1) * sizeof *texts);

  for (size_t i = 0; i < n; i++) {
    const char *text = json_string_value (json_array_get (json, i));

    texts[i] = pool_text (pool, text != NULL ? text : "");
  }
  return texts;
}

static void
option_read (gk_option *o, struct pool *pool, const json_t *json)
{
  o->name = copy_of (pool, json, "name");
  o->help = copy_of (pool, json, "help");
  o->unit = copy_of (pool, json, "unit");
  o->type = (gk_option_type)integer_of (json, "type");
  o->flags = (uint32_t)integer_of (json, "flags");
  o->min = integer_of (json, "min");
  o->max = integer_of (json, "max");
  o->fmin = json_real_value (json_object_get (json, "fmin"));
  o->fmax = json_real_value (json_object_get (json, "fmax"));
  o->allowed = (uint64_t)integer_of (json, "allowed");
  if (o->type == GK_REAL)
    o->value.f = json_real_value (json_object_get (json, "value"));
  else
    o->value.i = integer_of (json, "value");
  if (o->type == GK_CHOICE)
    o->choices = texts_read (pool, json_object_get (json, "choices"));
}

static void
options_read (struct option_list *options, struct pool *pool,
              const json_t *json)
{
  const json_t *item;
  size_t i;

  options->option
      = pool_alloc (pool, json_array_size (json) * sizeof *options->option);
  json_array_foreach (json, i, item)
  {
    gk_option *o = &options->option[options->n];

    if (text_of (item, "name") == NULL || text_of (item, "help") == NULL)
      continue;
    option_read (o, pool, item);
    options->n += option_known (o);
  }
}

static void
companions_read (struct family_desc *family, struct pool *pool,
                 const json_t *json)
{
  struct companion_desc *companion
      = pool_alloc (pool, json_array_size (json) * sizeof *companion);
  const json_t *item;
  size_t i;

  family->companion = companion;
  json_array_foreach (json, i, item)
  {
    if (text_of (item, "plugin") == NULL || text_of (item, "variant") == NULL)
      continue;
    companion[family->n_companions++] = (struct companion_desc){
      .plugin = copy_of (pool, item, "plugin"),
      .variant = copy_of (pool, item, "variant"),
      .device = (gk_device_kind)integer_of (item, "device"),
      .tunable = texts_read (pool, json_object_get (item, "tunables")),
    };
  }
}

struct plugin_desc *
plugin_desc_new (struct pool *pool, const json_t *json)
{
  struct plugin_desc *desc;

  /* A plugin shares its worker's process and could write this itself. */
  if (text_of (json, "path") == NULL || text_of (json, "name") == NULL
      || text_of (json, "summary") == NULL || text_of (json, "version") == NULL)
    return NULL;
  desc = pool_alloc (pool, sizeof *desc);
  desc->path = copy_of (pool, json, "path");
  desc->name = copy_of (pool, json, "name");
  desc->summary = copy_of (pool, json, "summary");
  desc->version = copy_of (pool, json, "version");
  return desc;
}

struct family_desc *
family_desc_new (struct pool *pool, const json_t *json,
                 const struct plugin_desc *plugin)
{
  struct family_desc *desc;

  if (text_of (json, "name") == NULL || text_of (json, "summary") == NULL)
    return NULL;
  desc = pool_alloc (pool, sizeof *desc);
  desc->plugin = plugin;
  desc->name = copy_of (pool, json, "name");
  desc->summary = copy_of (pool, json, "summary");
  desc->unusable = copy_of (pool, json, "unusable");
  options_read (&desc->options, pool, json_object_get (json, "options"));
  companions_read (desc, pool, json_object_get (json, "companions"));
  return desc;
}

struct variant_desc *
variant_desc_new (struct pool *pool, const json_t *json,
                  const struct plugin_desc *plugin)
{
  int64_t device = integer_of (json, "device");
  struct variant_desc *desc;

  if (text_of (json, "family") == NULL || text_of (json, "name") == NULL
      || text_of (json, "summary") == NULL || device < 0 || device > UINT32_MAX)
    return NULL;
  desc = pool_alloc (pool, sizeof *desc);
  desc->plugin = plugin;
  desc->family = copy_of (pool, json, "family");
  desc->name = copy_of (pool, json, "name");
  desc->summary = copy_of (pool, json, "summary");
  desc->device = (gk_device_kind)device;
  desc->flags = (uint32_t)integer_of (json, "flags");
  desc->dtypes = (uint64_t)integer_of (json, "dtypes");
  desc->layouts = (uint64_t)integer_of (json, "layouts");
  desc->capability = (uint32_t)integer_of (json, "capability");
  desc->capability_max = (uint32_t)integer_of (json, "capability_max");
  desc->precision
      = json_number_value (json_object_get (json, "precision"));
  desc->unusable = copy_of (pool, json, "unusable");
  options_read (&desc->options, pool, json_object_get (json, "options"));
  return desc;
}
