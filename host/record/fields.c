/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <string.h>

#include "base/names.h"
#include "base/optional.h"
#include "base/text.h"
#include "judge/result.h"
#include "record/case-settings.h"
#include "record/fields.h"
#include "record/pairs.h"
#include "suite/settings.h"

static const char *const statuses[N_STATUS]
    = { "ok", "wrong", "skipped", "failed", "crashed", "timeout" };
const struct names status_names = { statuses, N_STATUS };

const char *
field_type_name (enum field_type type)
{
  static const char *const names[] = {
    [FIELD_TEXT] = "text",          [FIELD_INTEGER] = "integer",
    [FIELD_REAL] = "real",          [FIELD_BOOL] = "bool",
    [FIELD_STATUS] = "text",        [FIELD_PAIRS] = "object",
    [FIELD_TEXTS] = "list of text", [FIELD_MODE] = "object",
    [FIELD_SETTINGS] = "object",    [FIELD_LIST] = "list",
  };

  return names[type];
}

/* Returns the set of settings (suite/settings.h) that the field has; 0 for a
 * field of another type. */
static uint64_t
field_settings (const struct field *field)
{
  return field->type == FIELD_MODE ? settings_of_mode ()
         : field->type == FIELD_SETTINGS
             ? settings_held () & ~settings_of_mode ()
             : 0;
}

const void *
field_at (const struct field *field, const void *record)
{
  return (const char *)record + field->offset;
}

static void
clear (const struct field *field, void *member)
{
  switch (field->type) {
  case FIELD_TEXT:
    *(const char **)member = NULL;
    break;
  case FIELD_INTEGER:
    *(int64_t *)member = INTEGER_ABSENT;
    break;
  case FIELD_REAL:
    *(double *)member = NAN;
    break;
  case FIELD_BOOL:
    *(enum flag *)member = FLAG_ABSENT;
    break;
  case FIELD_STATUS:
    *(enum status *)member = STATUS_ABSENT;
    break;
  case FIELD_PAIRS:
    *(const struct pairs **)member = NULL;
    break;
  case FIELD_TEXTS:
    *(struct texts *)member = (struct texts){ 0 };
    break;
  case FIELD_MODE:
  case FIELD_SETTINGS:
    *(const struct case_settings **)member = NULL;
    break;
  case FIELD_LIST:
    *(struct items *)member = (struct items){ 0 };
    break;
  }
}

void
fields_clear (const struct fields *fields, void *record)
{
  for (size_t i = 0; i < fields->n; i++)
    clear (&fields->field[i], (char *)record + fields->field[i].offset);
}

static json_t *
texts_to_json (const struct texts *texts)
{
  json_t *json = json_array ();

  for (size_t i = 0; i < texts->n; i++)
    json_array_append_new (json, json_text (texts->text[i]));
  return json;
}

static json_t *
items_to_json (const struct fields *fields, const struct items *items)
{
  json_t *json = json_array ();

  for (size_t i = 0; i < items->n; i++)
    json_array_append_new (
        json,
        fields_to_json (fields, (const char *)items->item + i * fields->bytes));
  return json;
}

/* True where the member is not absent. */
static bool
is_there (const struct field *field, const void *member)
{
  switch (field->type) {
  case FIELD_TEXT:
    return *(const char *const *)member != NULL;
  case FIELD_INTEGER:
    return *(const int64_t *)member != INTEGER_ABSENT;
  case FIELD_REAL:
    /* JSON has no infinity. */
    return isfinite (*(const double *)member);
  case FIELD_BOOL:
    return *(const enum flag *)member != FLAG_ABSENT;
  case FIELD_STATUS:
    return *(const enum status *)member != STATUS_ABSENT;
  case FIELD_PAIRS:
    return *(const struct pairs *const *)member != NULL;
  case FIELD_TEXTS:
    return ((const struct texts *)member)->text != NULL;
  case FIELD_MODE:
  case FIELD_SETTINGS:
    return case_settings_there (*(const struct case_settings *const *)member,
                                field_settings (field))
           != 0;
  case FIELD_LIST:
    return ((const struct items *)member)->item != NULL;
  }
  return false;
}

static json_t *
to_json (const struct field *field, const void *member)
{
  const struct case_settings *settings;

  switch (field->type) {
  case FIELD_TEXT:
    return json_text (*(const char *const *)member);
  case FIELD_INTEGER:
    return json_integer (*(const int64_t *)member);
  case FIELD_REAL:
    return json_real (*(const double *)member);
  case FIELD_BOOL:
    return json_boolean (*(const enum flag *)member == FLAG_YES);
  case FIELD_STATUS:
    return json_string (names_at (&status_names, *(const enum status *)member));
  case FIELD_PAIRS:
    return pairs_to_json (*(const struct pairs *const *)member);
  case FIELD_TEXTS:
    return texts_to_json (member);
  case FIELD_MODE:
  case FIELD_SETTINGS:
    settings = *(const struct case_settings *const *)member;
    return settings_to_json (
        &settings->value,
        case_settings_there (settings, field_settings (field)));
  case FIELD_LIST:
    return items_to_json (field->of, member);
  }
  return NULL;
}

/* A path in two: the object ("" for none) and the key in it. */
struct path {
  char object[16];
  const char *key;
};

static struct path
path_of (const struct field *field)
{
  struct path path = { .key = field->path };
  const char *dot = strchr (field->path, '.');

  if (dot != NULL) {
    memcpy (path.object, field->path, (size_t)(dot - field->path));
    path.key = dot + 1;
  }
  return path;
}

/* Returns the object of that name, made where there is none; borrowed. */
static json_t *
object_in (json_t *json, const char *name)
{
  json_t *object = json_object_get (json, name);

  if (name[0] == '\0')
    return json;
  if (object == NULL) {
    object = json_object ();
    json_object_set_new (json, name, object);
  }
  return object;
}

json_t *
fields_to_json (const struct fields *fields, const void *record)
{
  json_t *json = json_object ();

  for (size_t i = 0; i < fields->n; i++) {
    const struct field *field = &fields->field[i];
    const void *member = field_at (field, record);
    struct path path = path_of (field);

    if (is_there (field, member))
      json_object_set_new (object_in (json, path.object), path.key,
                           to_json (field, member));
  }
  return json;
}

static struct texts
texts_from_json (struct pool *pool, const json_t *json)
{
  struct texts texts = { 0 };
  const json_t *item;
  size_t i;

  if (!json_is_array (json))
    return texts;
  /* One more, so that an empty list is not absent. */
  texts.text
      = pool_alloc (pool, (json_array_size (json) + 1) * sizeof *texts.text);
  json_array_foreach (json, i, item)
  {
    if (json_is_string (item))
      texts.text[texts.n++] = pool_text (pool, json_string_value (item));
  }
  return texts;
}

static struct items
items_from_json (const struct fields *fields, struct pool *pool,
                 const json_t *json, unsigned sources)
{
  struct items items = { 0 };
  const json_t *item;
  size_t i;

  if (!json_is_array (json))
    return items;
  items.n = json_array_size (json);
  items.item = pool_alloc (pool, (items.n + 1) * fields->bytes);
  json_array_foreach (json, i, item)
  {
    void *record = (char *)items.item + i * fields->bytes;

    fields_clear (fields, record);
    fields_from_json (fields, record, pool, item, sources);
  }
  return items;
}

/* Some writers make every number a real. */
static bool
integer_from_json (const json_t *json, int64_t *value)
{
  double real = json_real_value (json);

  if (json_is_real (json) && fabs (real) < 0x1p62 && real == floor (real))
    *value = (int64_t)real;
  else if (json_is_integer (json))
    *value = json_integer_value (json);
  else
    return false;
  return true;
}

static void
status_from_json (const json_t *json, enum status *value)
{
  const char *name = json_string_value (json);
  int status = name != NULL ? names_find (&status_names, name) : -1;

  if (status >= 0)
    *value = (enum status)status;
}

static void
from_json (const struct field *field, void *member, struct pool *pool,
           const json_t *json, unsigned sources)
{
  switch (field->type) {
  case FIELD_TEXT:
    if (json_is_string (json))
      *(const char **)member = pool_text (pool, json_string_value (json));
    break;
  case FIELD_INTEGER:
    integer_from_json (json, member);
    break;
  case FIELD_REAL:
    if (json_is_number (json))
      *(double *)member = json_number_value (json);
    break;
  case FIELD_BOOL:
    if (json_is_boolean (json))
      *(enum flag *)member = json_is_true (json) ? FLAG_YES : FLAG_NO;
    break;
  case FIELD_STATUS:
    status_from_json (json, member);
    break;
  case FIELD_PAIRS:
    *(const struct pairs **)member = pairs_from_json (pool, json);
    break;
  case FIELD_TEXTS:
    *(struct texts *)member = texts_from_json (pool, json);
    break;
  case FIELD_MODE:
  case FIELD_SETTINGS:
    *(const struct case_settings **)member = case_settings_from_json (
        pool, *(const struct case_settings *const *)member,
        field_settings (field), json);
    break;
  case FIELD_LIST:
    *(struct items *)member = items_from_json (field->of, pool, json, sources);
    break;
  }
}

void
fields_from_json (const struct fields *fields, void *record, struct pool *pool,
                  const json_t *json, unsigned sources)
{
  for (size_t i = 0; i < fields->n; i++) {
    const struct field *field = &fields->field[i];
    struct path path = path_of (field);
    const json_t *in = json, *value;

    if ((field->source & sources) == 0)
      continue;
    if (path.object[0] != '\0')
      in = json_object_get (json, path.object);
    value = json_object_get (in, path.key);
    if (value != NULL)
      from_json (field, (char *)record + field->offset, pool, value, sources);
  }
}
