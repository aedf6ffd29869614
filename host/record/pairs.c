/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "base/xalloc.h"
#include "record/pairs.h"

/* Returns an empty one with that much room. */
static struct pairs *
pairs_new (size_t room)
{
  return xcalloc (1, sizeof (struct pairs) + room * sizeof (struct pair));
}

static const struct pairs *
pool_pairs (struct pool *pool, struct pairs *pairs)
{
  const struct pairs *kept = pool_intern (
      pool, pairs, sizeof *pairs + pairs->n * sizeof pairs->pair[0]);

  free (pairs);
  return kept;
}

static struct pair
pair_of_option (struct pool *pool, const gk_option *option, gk_value value)
{
  struct names names = option_names (option);
  struct pair pair = { .name = pool_text (pool, option->name) };

  switch (option->type) {
  case GK_INT:
    pair.type = PAIR_INTEGER;
    pair.integer = value.i;
    break;
  case GK_REAL:
    pair.type = PAIR_REAL;
    pair.real = value.f;
    break;
  case GK_BOOL:
    pair.type = PAIR_BOOL;
    pair.integer = value.i != 0;
    break;
  default:
    pair.type = PAIR_TEXT;
    pair.text = pool_text (pool, names_at (&names, value.i));
    break;
  }
  return pair;
}

const struct pairs *
pairs_of_options (struct pool *pool, const struct option_list *options,
                  const gk_value *value, const bool *keep)
{
  struct pairs *pairs = pairs_new (options->n);

  for (size_t i = 0; i < options->n; i++)
    if ((keep == NULL || keep[i])
        && option_is_named (&options->option[i], value[i]))
      pairs->pair[pairs->n++]
          = pair_of_option (pool, &options->option[i], value[i]);
  return pool_pairs (pool, pairs);
}

const struct pairs *
pairs_intern (struct pool *pool, const struct pairs *pairs)
{
  struct pairs *copy;

  if (pairs == NULL)
    return NULL;
  copy = pairs_new (pairs->n);
  for (size_t i = 0; i < pairs->n; i++) {
    struct pair *pair = &copy->pair[copy->n++];

    *pair = pairs->pair[i];
    pair->name = pool_text (pool, pair->name);
    if (pair->type == PAIR_TEXT)
      pair->text = pool_text (pool, pair->text);
  }
  return pool_pairs (pool, copy);
}

bool
pairs_have (const struct pairs *pairs, const struct pair *pair)
{
  for (size_t i = 0; pairs != NULL && i < pairs->n; i++) {
    const struct pair *one = &pairs->pair[i];

    if (one->type == pair->type && strcmp (one->name, pair->name) == 0)
      return one->type == PAIR_TEXT   ? strcmp (one->text, pair->text) == 0
             : one->type == PAIR_REAL ? one->real == pair->real
                                      : one->integer == pair->integer;
  }
  return false;
}

const struct pairs *
pairs_from_json (struct pool *pool, const json_t *json)
{
  struct pairs *pairs;
  const char *name;
  json_t *value;

  if (!json_is_object (json))
    return NULL;
  pairs = pairs_new (json_object_size (json));
  /* The macro takes a non-const object, and does not change it. */
  json_object_foreach ((json_t *)json, name, value)
  {
    struct pair pair = { .name = pool_text (pool, name) };

    if (json_is_string (value)) {
      pair.type = PAIR_TEXT;
      pair.text = pool_text (pool, json_string_value (value));
    } else if (json_is_integer (value)) {
      pair.type = PAIR_INTEGER;
      pair.integer = json_integer_value (value);
    } else if (json_is_real (value)) {
      pair.type = PAIR_REAL;
      pair.real = json_real_value (value);
    } else if (json_is_boolean (value)) {
      pair.type = PAIR_BOOL;
      pair.integer = json_is_true (value);
    } else
      continue;
    pairs->pair[pairs->n++] = pair;
  }
  return pool_pairs (pool, pairs);
}

static json_t *
pair_to_json (const struct pair *pair)
{
  switch ((enum pair_type)pair->type) {
  case PAIR_TEXT:
    return json_string (pair->text);
  case PAIR_INTEGER:
    return json_integer (pair->integer);
  case PAIR_REAL:
    return json_real (pair->real);
  case PAIR_BOOL:
    return json_boolean (pair->integer);
  }
  return NULL;
}

json_t *
pairs_to_json (const struct pairs *pairs)
{
  json_t *json = json_object ();

  for (size_t i = 0; i < pairs->n; i++)
    json_object_set_new (json, pairs->pair[i].name,
                         pair_to_json (&pairs->pair[i]));
  return json;
}
