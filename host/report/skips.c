/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/xalloc.h"
#include "report/skips.h"

/* The reason with something else in place of the plugin's name; NULL when that
 * is not in it. */
static char *
with_plugin (const struct skip *skip, const char *other)
{
  const char *name
      = skip->plugin[0] != '\0' ? strstr (skip->reason, skip->plugin) : NULL;

  return name == NULL
             ? NULL
             : xasprintf ("%.*s%s%s", (int)(name - skip->reason), skip->reason,
                          other, name + strlen (skip->plugin));
}

static void
add_variant (struct skip *skip, const char *variant)
{
  for (size_t i = 0; i < skip->n_variants; i++)
    if (strcmp (skip->variant[i], variant) == 0)
      return;
  skip->variant
      = xgrow (skip->variant, skip->n_variants, sizeof skip->variant[0]);
  skip->variant[skip->n_variants++] = variant;
}

static void
merge (struct skip *into, struct skip *from)
{
  if (into->plugins == NULL)
    into->plugins = xstrdup (into->plugin);
  into->plugins = list_append (into->plugins, from->plugin);
  into->n += from->n;
  for (int i = 0; i < N_DEVICE_KINDS; i++)
    into->of_kind[i] += from->of_kind[i];
  for (size_t i = 0; i < from->n_variants; i++)
    add_variant (into, from->variant[i]);
  free (from->variant);
}

void
skips_merge (struct groups *groups)
{
  json_t *first = json_object (); /* of those of one text, its number */
  size_t n = 0;

  for (size_t i = 0; i < groups->n_skips; i++) {
    struct skip skip = groups->skip[i];
    char *key = with_plugin (&skip, "\n");
    const json_t *number = key != NULL ? json_object_get (first, key) : NULL;

    if (number != NULL)
      merge (&groups->skip[json_integer_value (number)], &skip);
    else {
      if (key != NULL)
        json_object_set_new (first, key, json_integer ((json_int_t)n));
      groups->skip[n++] = skip;
    }
    free (key);
  }
  groups->n_skips = n;
  json_decref (first);
}

char *
skip_reason (const struct skip *skip)
{
  return skip->plugins != NULL ? with_plugin (skip, skip->plugins)
                               : xstrdup (skip->reason);
}
