/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/wrap.h"
#include "base/xalloc.h"
#include "report/fleet/differing.h"

#define INDENT 4

/* Runs that are named with a value that is not the usual one. */
enum { NAMED = 5 };

/* What is held against each other, as a text of the fleet's pool; each is in
 * there once. */
typedef const char *value_fn (struct fleet *fleet, const struct fleet_run *run);

static const char *
version_of (struct fleet *fleet, const struct fleet_run *run)
{
  (void)fleet;
  return run->gkhost;
}

static const char *
commit_of (struct fleet *fleet, const struct fleet_run *run)
{
  (void)fleet;
  return run->commit;
}

static const char *
hash_of (struct fleet *fleet, const struct fleet_run *run)
{
  (void)fleet;
  return run->suite_hash;
}

static const char *
ranks_of (struct fleet *fleet, const struct fleet_run *run)
{
  char text[32];

  if (run->ranks == INTEGER_ABSENT)
    return pool_text (&fleet->pool, "");
  snprintf (text, sizeof text, "%" PRId64, run->ranks);
  return pool_text (&fleet->pool, text);
}

/* Those of its devices, each once. */
static const char *
join_device_texts (struct fleet *fleet, const struct fleet_run *run,
                   bool drivers)
{
  struct text all = { 0 };
  const char *kept;

  text_add (&all, "%s", "");
  for (size_t i = 0; i < run->n_devices; i++) {
    const struct fleet_device *device = &fleet->device[run->first_device];
    const char *text = drivers ? device[i].driver : device[i].model;
    bool before = text[0] == '\0';

    for (size_t j = 0; j < i && !before; j++)
      before = text == (drivers ? device[j].driver : device[j].model);
    if (!before)
      text_add (&all, "%s%s", all.n > 0 ? ", " : "", text);
  }
  kept = pool_text (&fleet->pool, all.data);
  free (all.data);
  return kept;
}

static const char *
drivers_of (struct fleet *fleet, const struct fleet_run *run)
{
  return join_device_texts (fleet, run, true);
}

static const char *
models_of (struct fleet *fleet, const struct fleet_run *run)
{
  return join_device_texts (fleet, run, false);
}

static const char *
devices_of (struct fleet *fleet, const struct fleet_run *run)
{
  char text[32];

  snprintf (text, sizeof text, "%zu", run->n_devices);
  return pool_text (&fleet->pool, text);
}

static const struct {
  const char *name;
  value_fn *value;
} attributes[] = {
  { "gkhost", version_of }, { "its commit", commit_of },
  { "suite", hash_of },     { "devices", devices_of },
  { "model", models_of },   { "driver", drivers_of },
  { "ranks", ranks_of },
};
enum { N_ATTRIBUTES = sizeof attributes / sizeof attributes[0] };

/* The values of an attribute. */
struct attribute_values {
  const char **of;   /* of each run */
  struct map map;    /* by address */
  size_t *count;     /* of each value, how many runs have it */
  const char *usual; /* what the most have, of two the first */
};

static void
attribute_values_make (struct attribute_values *values, struct fleet *fleet,
                       value_fn *value)
{
  size_t most = 0;

  *values = (struct attribute_values){
    .of = xcalloc (fleet->n_runs + 1, sizeof *values->of),
    .count = xcalloc (fleet->n_runs + 1, sizeof *values->count),
    .usual = "",
  };
  for (size_t i = 0; i < fleet->n_runs; i++) {
    values->of[i] = value (fleet, &fleet->run[i]);
    values->count[map_find_or_add (&values->map, &values->of[i],
                                   sizeof values->of[i])
                      ->number]++;
  }
  for (size_t i = 0; i < fleet->n_runs; i++) {
    size_t n = values->count[map_find (&values->map, &values->of[i],
                                       sizeof values->of[i])
                                 ->number];

    if (n > most) {
      most = n;
      values->usual = values->of[i];
    }
  }
}

static void
attribute_values_free (struct attribute_values *values)
{
  map_free (&values->map);
  free (values->of);
  free (values->count);
}

void
print_usual_values (FILE *out, struct fleet *fleet)
{
  struct text text = { 0 };

  for (size_t i = 0; i < N_ATTRIBUTES; i++) {
    struct attribute_values values;

    attribute_values_make (&values, fleet, attributes[i].value);
    if (values.usual[0] != '\0')
      text_add (&text, "%s%s %s", text.n > 0 ? ", " : "", attributes[i].name,
                values.usual);
    attribute_values_free (&values);
  }
  if (text.data != NULL)
    wrap_print (out, "", INDENT, text.data);
  free (text.data);
}

/* "driver 12.8 rather than 13.0: node7, node9 and 3 more" */
static void
print_value (FILE *out, const struct fleet *fleet,
             const struct attribute_values *values, size_t attribute,
             const char *value)
{
  struct text text = { 0 };
  size_t n = 0;

  text_add (&text, "%s %s rather than %s: ", attributes[attribute].name,
            value[0] != '\0' ? value : "unknown",
            values->usual[0] != '\0' ? values->usual : "unknown");
  for (size_t i = 0; i < fleet->n_runs; i++) {
    char *name;

    if (values->of[i] != value || n++ >= NAMED)
      continue;
    name = fleet_run_name (fleet, i);
    text_add (&text, "%s%s", n > 1 ? ", " : "", name);
    free (name);
  }
  if (n > NAMED)
    text_add (&text, " and %zu more", n - NAMED);
  wrap_print (out, "", INDENT, text.data);
  free (text.data);
}

/* Each value where it comes first. */
static size_t
print_attribute (FILE *out, struct fleet *fleet, size_t attribute, size_t most)
{
  struct attribute_values values;
  size_t n = 0;

  attribute_values_make (&values, fleet, attributes[attribute].value);
  for (size_t i = 0; i < fleet->n_runs; i++) {
    size_t *count
        = &values
               .count[map_find (&values.map, &values.of[i], sizeof values.of[i])
                          ->number];

    if (values.of[i] == values.usual || *count == 0)
      continue;
    *count = 0;
    if (n++ < most)
      print_value (out, fleet, &values, attribute, values.of[i]);
  }
  attribute_values_free (&values);
  return n;
}

void
print_differing_values (FILE *out, struct fleet *fleet, size_t most)
{
  for (size_t i = 0; i < N_ATTRIBUTES; i++) {
    size_t n = print_attribute (out, fleet, i, most);

    if (n > most)
      fprintf (out, "and %zu more values of %s\n", n - most,
               attributes[i].name);
  }
}
