/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/printable.h"
#include "base/text.h"
#include "command/commands.h"
#include "device/kinds.h"
#include "plugin/option.h"
#include "record/case-record.h"
#include "record/records.h"
#include "report/compare/change-record.h"
#include "report/describe.h"
#include "report/groups.h"

enum { MARGIN = 4, WIDTH = 17 };

/* ---- Text of cases ---- */

static void
add_values (struct text *line, const struct option_list *options,
            const gk_value *value)
{
  for (size_t i = 0; i < options->n; i++) {
    char *text;

    if (!option_is_named (&options->option[i], value[i]))
      continue;
    text = value_text (&options->option[i], value[i]);
    text_add (line, " %s=%s", options->option[i].name, text);
    free (text);
  }
}

/* Adds the settings that are not the defaults of the device; the cache, which
 * is the first and matters most, always. */
static void
add_mode (struct text *line, const struct case_ *c)
{
  const struct settings settings = case_settings (c);
  const struct setting *setting;
  bool first = true;

  for (size_t i = 0; (setting = setting_at (i)) != NULL; i++) {
    char *text;

    if (!setting->mode)
      continue;
    if (first || !setting_is_usual (setting, &settings, c->device)) {
      text = value_text (&setting->option, setting_get (setting, &settings));
      text_add (line, " %s", text);
      free (text);
    }
    first = false;
  }
}

/* The record of a case that did not run. */
static struct case_record *
unrun_record (struct pool *pool, const struct case_ *c)
{
  struct case_record *record = case_record_new (pool, c);

  if (c->skip != NULL)
    case_record_end (record, pool, c->absent ? STATUS_FAILED : STATUS_SKIPPED,
                     c->skip);
  return record;
}

/* Prints the cases that will not run as the report does, a line a reason. */
static void
print_skipped (FILE *out, const struct cases *cases)
{
  struct records records = { 0 };
  struct groups groups = { .records = &records };

  for (size_t i = 0; i < cases->n; i++)
    if (cases->case_[i].skip != NULL)
      records_add (&records, &case_fields,
                   unrun_record (&records.pool, &cases->case_[i]));
  skips_make (&groups, &records);
  for (size_t i = 0; i < groups.n_skips; i++) {
    char *text = describe_skip (&groups.skip[i]);

    wrap_print (out, "", MARGIN, text);
    free (text);
  }
  groups_free (&groups);
  records_free (&records);
}

void
print_cases (FILE *out, const struct cases *cases)
{
  size_t skipped = 0, absent = 0;

  for (size_t i = 0; i < cases->n; i++) {
    const struct case_ *c = &cases->case_[i];
    struct text line = { 0 };

    skipped += c->skip != NULL && !c->absent;
    absent += c->absent;
    if (c->skip != NULL)
      continue;
    text_add (&line, "%zu %s/%s %s", c->index + 1, c->problem->job->name,
              c->variant->name, c->device);
    add_mode (&line, c);
    add_values (&line, &c->problem->job->family->options, c->problem->value);
    add_values (&line, &c->variant->options, c->tunable);
    print_line (out, "%s", line.data);
    free (line.data);
  }
  print_skipped (out, cases);
  fprintf (out, "%zu case%s, %zu skipped", cases->n, cases->n == 1 ? "" : "s",
           skipped);
  if (absent > 0)
    fprintf (out, ", %zu %s", absent, absent == 1 ? "fails" : "fail");
  putc ('\n', out);
}

/* ---- JSON ---- */

/* Prints json, and drops the reference. */
static void
print_object (FILE *out, json_t *json)
{
  char *line = json_line (json);

  if (line == NULL) {
    message_print ("out of memory");
    exit (EXIT_HOST);
  }
  fprintf (out, "%s\n", line);
  free (line);
}

/* Names, by gk_option_type. */
static const char *const types[]
    = { "int", "real", "bool", "choice", "dtype", "layout" };

/* Prints an object of that type with the members of json, and drops the
 * reference. */
static void
print_typed (FILE *out, const char *type, json_t *json)
{
  json_t *typed = json != NULL ? json_pack ("{s:s}", "type", type) : NULL;

  if (typed != NULL)
    json_object_update (typed, json);
  json_decref (json);
  print_object (out, typed);
}

/* Adds what an option accepts: the ends of its range, or its values by name. */
static void
add_accepted (json_t *json, const gk_option *o)
{
  const struct names names = option_names (o);
  json_t *values = json_array ();

  for (size_t i = 0; i < names.n; i++)
    if (o->type != GK_BOOL && option_allows (o, i))
      json_array_append_new (values, json_string (names.name[i]));
  if (json_array_size (values) > 0)
    json_object_set (json, "values", values);
  json_decref (values);
  if (o->type == GK_INT) {
    json_object_set_new (json, "min", json_integer (o->min));
    json_object_set_new (json, "max", json_integer (o->max));
  }
  if (o->type == GK_REAL) {
    json_object_set_new (json, "min", json_real (o->fmin));
    json_object_set_new (json, "max", json_real (o->fmax));
  }
}

static json_t *
option_object (const gk_option *o)
{
  json_t *json = json_pack ("{s:s, s:s, s:s*, s:s}", "name", o->name, "help",
                            o->help, "unit", o->unit, "takes", types[o->type]);

  add_accepted (json, o);
  json_object_set_new (json, "default", value_to_json (o, o->value));
  return json;
}

static json_t *
options_array (const struct option_list *options)
{
  json_t *list = json_array ();

  for (size_t i = 0; i < options->n; i++)
    json_array_append_new (list, option_object (&options->option[i]));
  return list;
}

static void
print_family (FILE *out, const struct family_desc *f)
{
  print_object (out, json_pack ("{s:s, s:s, s:s, s:s, s:o}", "type", "family",
                                "name", f->name, "summary", f->summary,
                                "plugin", f->plugin->name, "options",
                                options_array (&f->options)));
}

/* Only names and the summary are known of a variant that is missing here. */
static void
print_variant (FILE *out, const struct variant_desc *v)
{
  json_t *json
      = json_pack ("{s:s, s:s, s:s, s:s, s:s, s:b, s:s}", "type", "variant",
                   "family", v->family, "name", v->name, "device",
                   device_kind_at (v->device)->name, "plugin", v->plugin->name,
                   "here", v->missing == NULL, "summary", v->summary);

  if (v->missing != NULL)
    json_object_set_new (json, "missing", json_string (v->missing));
  else {
    json_object_set_new (json, "peer",
                         json_boolean ((v->flags & GK_PEER) != 0));
    if ((v->flags & GK_UNIFORM_ONLY) != 0)
      json_object_set_new (json, "uniform_only", json_true ());
    json_object_set_new (json, "tunables", options_array (&v->options));
  }
  print_object (out, json);
}

void
print_catalog_jsonl (FILE *out, const struct catalog *catalog,
                     const char *family, const char *variant)
{
  for (size_t i = 0; i < catalog->n_families && variant == NULL; i++)
    if (family == NULL || strcmp (catalog->family[i]->name, family) == 0)
      print_family (out, catalog->family[i]);
  for (size_t i = 0; i < catalog->n_variants; i++) {
    const struct variant_desc *v = catalog->variant[i];

    if ((family == NULL || strcmp (v->family, family) == 0)
        && (variant == NULL || strcmp (v->name, variant) == 0))
      print_variant (out, v);
  }
  for (size_t i = 0; i < catalog->n_plugins && family == NULL; i++) {
    const struct plugin_desc *p = catalog->plugin[i];

    print_object (out, json_pack ("{s:s, s:s, s:s, s:s, s:s}", "type", "plugin",
                                  "name", p->name, "version", p->version,
                                  "summary", p->summary, "path", p->path));
  }
}

void
print_key_jsonl (FILE *out, const struct setting *setting)
{
  const gk_option *o = &setting->option;
  json_t *json = !setting->names ? option_object (o)
                                 : json_pack ("{s:s, s:s, s:s, s:s*}", "name",
                                              o->name, "help", o->help, "takes",
                                              "text", "default", setting->text);

  json_object_set_new (json, "list", json_boolean (setting->list));
  print_typed (out, "key", json);
}

static void
print_field_jsonl (FILE *out, const char *record, const struct field *field)
{
  print_object (out,
                json_pack ("{s:s, s:s, s:s, s:s, s:s*, s:s*, s:s*, s:s}",
                           "type", "field", "record", record, "name",
                           field->path, "takes", field_type_name (field->type),
                           "of", field->of != NULL ? field->of->name : NULL,
                           "unit", field->unit, "column", field->column, "help",
                           field->help));
}

void
print_device_jsonl (FILE *out, const struct device_record *device)
{
  print_typed (out, "device", fields_to_json (&device_fields, device));
}

void
print_cases_jsonl (FILE *out, const struct cases *cases)
{
  for (size_t i = 0; i < cases->n; i++) {
    struct pool pool = { 0 };

    print_object (out, fields_to_json (&case_fields,
                                       unrun_record (&pool, &cases->case_[i])));
    pool_free (&pool);
  }
}

/* ---- Fields of records ---- */

/* Returns "(real, s) median of the samples, for one launch; CSV: median_s" */
static char *
field_text (const struct field *field)
{
  struct text text = { 0 };

  text_add (&text, "(%s", field_type_name (field->type));
  if (field->of != NULL)
    text_add (&text, " of %s", field->of->name);
  if (field->unit != NULL)
    text_add (&text, ", %s", field->unit);
  text_add (&text, ") %s", field->help);
  if (field->column != NULL)
    text_add (&text, "; CSV: %s", field->column);
  return text.data;
}

static void
print_table (FILE *out, const struct fields *fields)
{
  fprintf (out, "%s record\n", fields->name);
  for (size_t i = 0; i < fields->n; i++) {
    char *text = field_text (&fields->field[i]);

    wrap_item (out, MARGIN, WIDTH, fields->field[i].path, text);
    free (text);
  }
}

void
print_fields (FILE *out, bool jsonl)
{
  static const struct fields *const tables[]
      = { &run_fields,        &device_fields, &plugin_fields, &job_fields,
          &case_fields,       &fault_fields,  &end_fields,    &seeds_fields,
          &comparison_fields, &change_fields };

  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
    if (jsonl)
      for (size_t k = 0; k < tables[i]->n; k++)
        print_field_jsonl (out, tables[i]->name, &tables[i]->field[k]);
    else {
      if (i > 0)
        putc ('\n', out);
      print_table (out, tables[i]);
    }
  }
}
