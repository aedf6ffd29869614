/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "device/kinds.h"
#include "plugin/abi-names.h"
#include "plugin/catalog.h"

struct description_reader {
  struct pool *pool;
  host_key *is_key;
  struct description *description;
};

/* Returns what is missing, or of another type, when json_unpack_ex failed. */
static char *
unpack_fault (const char *of, const json_error_t *error)
{
  return xasprintf ("%s: %s", of, error->text);
}

static bool
fits_32 (json_int_t value)
{
  return value >= 0 && value <= UINT32_MAX;
}

/* Returns texts, the last NULL; NULL unless json is a list of at most n_max
 * texts. */
static const char *const *
read_texts (struct pool *pool, const json_t *json, size_t n_max)
{
  size_t n = json_array_size (json);
  const char **texts;

  if (!json_is_array (json) || n > n_max)
    return NULL;
  texts = pool_alloc (pool, (n + 1) * sizeof *texts);
  for (size_t i = 0; i < n; i++) {
    texts[i] = pool_text (pool, json_string_value (json_array_get (json, i)));
    if (texts[i] == NULL)
      return NULL;
  }
  return texts;
}

/* Reads an option's default, and the choices that it may be an index of. */
static char *
read_values (const struct description_reader *r, gk_option *o,
             const json_t *value, const json_t *choices)
{
  if (o->type == GK_REAL ? !json_is_real (value) : !json_is_integer (value))
    return xasprintf ("the default of option '%s' is of another type", o->name);
  if (o->type == GK_REAL)
    o->value.f = json_real_value (value);
  else
    o->value.i = json_integer_value (value);
  o->choices = read_texts (r->pool, choices, CHOICES_MAX);
  if (o->choices == NULL)
    return xasprintf ("the choices of option '%s' are not up to %d texts",
                      o->name, CHOICES_MAX);
  return NULL;
}

static char *
read_option (const struct description_reader *r, gk_option *o,
             const json_t *json)
{
  json_int_t type, flags, allowed;
  json_int_t min, max;
  json_t *value, *choices;
  json_error_t error;
  char *why;

  if (json_unpack_ex ((json_t *)json, &error, 0,
                      "{s:s, s:s, s?s, s:I, s:I, s:I, s:I, s:I, s:o, s?F, s?F, "
                      "s:o}",
                      "name", &o->name, "help", &o->help, "unit", &o->unit,
                      "type", &type, "flags", &flags, "min", &min, "max", &max,
                      "allowed", &allowed, "value", &value, "fmin", &o->fmin,
                      "fmax", &o->fmax, "choices", &choices)
      != 0)
    return unpack_fault ("an option", &error);
  o->name = pool_text (r->pool, o->name);
  o->help = pool_text (r->pool, o->help);
  o->unit = pool_text (r->pool, o->unit);
  if (!fits_32 (type) || !fits_32 (flags))
    return xasprintf ("the type or the flags of option '%s' are out of range",
                      o->name);
  o->type = (gk_option_type)type;
  o->flags = (uint32_t)flags;
  o->min = min;
  o->max = max;
  o->allowed = (uint64_t)allowed;
  why = read_values (r, o, value, choices);
  /* A worker leaves out options that this host does not know. */
  if (why == NULL && !option_is_known (o))
    why = xasprintf ("option '%s' has an unknown type, flag or default",
                     o->name);
  return why;
}

static char *
read_options (const struct description_reader *r, struct option_list *options,
              const json_t *json, const char *of)
{
  size_t n = json_array_size (json);
  char *why = NULL, *longer;

  if (!json_is_array (json) || n > OPTIONS_MAX)
    return xasprintf ("%s: its options are not a list of up to %d", of,
                      OPTIONS_MAX);
  *options = (struct option_list){
    .option = pool_alloc (r->pool, n * sizeof *options->option), .n = n
  };
  for (size_t i = 0; i < n && why == NULL; i++)
    why = read_option (r, &options->option[i], json_array_get (json, i));
  if (why == NULL)
    return options_fault (options->option, n, of, r->is_key);
  longer = xasprintf ("%s: %s", of, why);
  free (why);
  return longer;
}

static char *
read_companion (const struct description_reader *r,
                struct companion_desc *companion, const json_t *json, size_t i)
{
  gk_companion c = { 0 };
  json_int_t device;
  json_t *tunables;
  json_error_t error;

  if (json_unpack_ex ((json_t *)json, &error, 0,
                      "{s:s, s:s, s:I, s:o, s?s, s?s}", "plugin", &c.plugin,
                      "variant", &c.variant, "device", &device, "tunables",
                      &tunables, "summary", &c.summary, "missing", &c.missing)
      != 0)
    return unpack_fault ("a companion", &error);
  c.tunables = read_texts (r->pool, tunables, OPTIONS_MAX);
  if (c.tunables == NULL || !fits_32 (device))
    return xasprintf ("companion %s: its tunables are not up to %d texts, or "
                      "its device is out of range",
                      c.variant, OPTIONS_MAX);
  *companion = (struct companion_desc){
    .plugin = pool_text (r->pool, c.plugin),
    .variant = pool_text (r->pool, c.variant),
    .device = (gk_device_kind)device,
    .tunable = c.tunables,
    .summary = c.summary != NULL ? pool_text (r->pool, c.summary) : "",
    .missing = c.missing != NULL ? pool_text (r->pool, c.missing) : NULL,
  };
  return companion_fault (&c, i);
}

static char *
read_companions (const struct description_reader *r, struct family_desc *family,
                 const json_t *json)
{
  size_t n = json_array_size (json);
  struct companion_desc *companion;
  char *why = NULL;

  if (!json_is_array (json) || n > COMPANIONS_MAX)
    return xasprintf ("family %s: its companions are not a list of up to %d",
                      family->name, COMPANIONS_MAX);
  companion = pool_alloc (r->pool, n * sizeof *companion);
  for (size_t i = 0; i < n && why == NULL; i++)
    why = read_companion (r, &companion[i], json_array_get (json, i), i);
  family->companion = companion;
  family->n_companions = n;
  return why;
}

/* Reads why it can't be used here, as the worker wrote it. */
static char *
read_unusable (const struct description_reader *r, const char **unusable,
               const char *text, const char *of)
{
  *unusable = pool_text (r->pool, text);
  return text == NULL || line_is_valid (text)
             ? NULL
             : xasprintf (
                 "%s: why it is unusable is not a single line of UTF-8", of);
}

static char *
read_family (const struct description_reader *r, const json_t *json)
{
  struct family_desc *f = pool_alloc (r->pool, sizeof *f);
  gk_family family = { 0 };
  const char *unusable = NULL;
  json_t *options, *companions;
  json_error_t error;
  char *why;

  if (json_unpack_ex ((json_t *)json, &error, 0, "{s:s, s:s, s?s, s:o, s:o}",
                      "name", &family.name, "summary", &family.summary,
                      "unusable", &unusable, "options", &options, "companions",
                      &companions)
      != 0)
    return unpack_fault ("its family", &error);
  why = family_fault (&family);
  if (why != NULL)
    return why;
  f->plugin = r->description->plugin;
  f->name = pool_text (r->pool, family.name);
  f->summary = pool_text (r->pool, family.summary);
  why = read_unusable (r, &f->unusable, unusable, f->name);
  if (why == NULL)
    why = read_options (r, &f->options, options, f->name);
  if (why == NULL)
    why = read_companions (r, f, companions);
  r->description->family = f;
  return why;
}

/* Reads all of variant i but its options. */
static char *
read_fields (const struct description_reader *r, struct variant_desc *desc,
             const json_t *json, size_t i)
{
  gk_variant v = { 0 };
  json_int_t device, flags, dtypes, layouts, capability, capability_max,
      multiple = 0, warmup = 0;
  const char *unusable = NULL;
  json_error_t error;
  char *why;

  if (json_unpack_ex ((json_t *)json, &error, 0,
                      "{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s?I, s:F, "
                      "s?I, s?s}",
                      "family", &v.family, "name", &v.name, "summary",
                      &v.summary, "device", &device, "flags", &flags, "dtypes",
                      &dtypes, "layouts", &layouts, "capability", &capability,
                      "capability_max", &capability_max, "multiple", &multiple,
                      "precision", &v.precision, "warmup", &warmup, "unusable",
                      &unusable)
      != 0)
    return unpack_fault ("a variant", &error);
  v.warmup = fits_32 (warmup) ? (uint32_t)warmup : UINT32_MAX;
  v.flags = fits_32 (flags) ? (uint32_t)flags : 0;
  why = variant_fault (&v, i);
  if (why != NULL)
    return why;
  if (!fits_32 (device) || !fits_32 (flags) || !fits_32 (capability)
      || !fits_32 (capability_max) || !fits_32 (multiple))
    return xasprintf ("variant %s: a number is out of range", v.name);
  *desc = (struct variant_desc){
    .plugin = r->description->plugin,
    .family = pool_text (r->pool, v.family),
    .name = pool_text (r->pool, v.name),
    .summary = pool_text (r->pool, v.summary),
    .device = (gk_device_kind)device,
    .flags = v.flags,
    .dtypes = (uint64_t)dtypes,
    .layouts = (uint64_t)layouts,
    .capability = (uint32_t)capability,
    .capability_max = (uint32_t)capability_max,
    .multiple = multiple > 1 ? (uint32_t)multiple : 0,
    .precision = v.precision,
    .warmup = v.warmup,
  };
  return read_unusable (r, &desc->unusable, unusable, desc->name);
}

static bool
appears_before (const struct description *d, const struct variant_desc *v)
{
  for (size_t i = 0; i < d->n_variants; i++)
    if (strcmp (d->variant[i]->name, v->name) == 0
        && strcmp (d->variant[i]->family, v->family) == 0)
      return true;
  return false;
}

static char *
read_variant (const struct description_reader *r, const json_t *json)
{
  struct description *d = r->description;
  struct variant_desc *v = pool_alloc (r->pool, sizeof *v);
  char *why = read_fields (r, v, json, d->n_variants), *of;

  if (why != NULL)
    return why;
  if (appears_before (d, v))
    return xasprintf ("variant %s appears twice", v->name);
  of = xasprintf ("variant %s", v->name);
  why = read_options (r, &v->options, json_object_get (json, "options"), of);
  free (of);
  /* This needs no check by the worker. */
  if (why == NULL && v->device >= N_DEVICE_KINDS && v->unusable == NULL)
    why = xasprintf ("variant %s: there is no such kind of device", v->name);
  if (why == NULL && flags_are_later (v->flags, VARIANT_FLAGS)
      && v->unusable == NULL)
    why = xasprintf ("variant %s: there is no such flag", v->name);
  d->variant[d->n_variants++] = v;
  return why;
}

static char *
read_variants (const struct description_reader *r, const json_t *json)
{
  struct description *d = r->description;
  size_t n = json_array_size (json);
  char *why = NULL;

  if (!json_is_array (json) || n > VARIANTS_MAX)
    return xasprintf ("its variants are not a list of up to %d", VARIANTS_MAX);
  d->variant = pool_alloc (r->pool, n * sizeof (struct variant_desc *));
  for (size_t i = 0; i < n && why == NULL; i++)
    why = read_variant (r, json_array_get (json, i));
  return why;
}

char *
description_read (struct description *description, struct pool *pool,
                  const json_t *json, host_key *is_key)
{
  const struct description_reader r = { pool, is_key, description };
  struct plugin_desc *plugin = pool_alloc (pool, sizeof *plugin);
  json_t *family = NULL, *variants;
  json_error_t error;
  char *why;

  *description = (struct description){ .plugin = plugin };
  if (json_unpack_ex ((json_t *)json, &error, 0, "{s:s, s:s, s:s, s?o, s:o}",
                      "name", &plugin->name, "summary", &plugin->summary,
                      "version", &plugin->version, "family", &family,
                      "variants", &variants)
      != 0)
    return unpack_fault ("the plugin", &error);
  plugin->name = pool_text (pool, plugin->name);
  plugin->summary = pool_text (pool, plugin->summary);
  plugin->version = pool_text (pool, plugin->version);
  why = plugin_fault (plugin->name, plugin->summary, plugin->version);
  if (why == NULL && family != NULL)
    why = read_family (&r, family);
  if (why == NULL && description->family != NULL)
    plugin->family = plugin->home = description->family->name;
  if (why == NULL)
    why = read_variants (&r, variants);
  if (why == NULL && plugin->home == NULL && description->n_variants > 0)
    plugin->home = description->variant[0]->family;
  return why;
}
