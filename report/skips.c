/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "report/skips.h"

/* The skips while they are made: the numbers of reasons, and the variants and
 * plugins that each has already. */
struct skipping {
  struct groups *groups;
  struct pool pool;
  struct map reasons, named;
};

enum skip_named { A_VARIANT, A_PLUGIN };

/* True the first time that a skip gets this variant or plugin. */
static bool
is_new (struct skipping *s, size_t skip, enum skip_named what, const char *text)
{
  const struct named_key {
    size_t skip, what;
    const char *text;
  } key = { skip, what, text };
  size_t before = s->named.n;
  struct map_entry *entry = map_find_or_add (&s->named, &key, sizeof key);

  if (s->named.n == before)
    return false;
  entry->key = pool_intern (&s->pool, &key, sizeof key);
  return true;
}

static void
append_text (const char ***list, size_t *n, const char *text)
{
  *list = xgrow (*list, *n, sizeof (*list)[0]);
  (*list)[(*n)++] = text_or_empty (text);
}

/* The number of a reason with that status, apart from the plugin's name. */
static size_t
number_of_reason (struct skipping *s, enum status status, const char *reason,
                  const char *plugin)
{
  const char *name = plugin[0] != '\0' ? strstr (reason, plugin) : NULL;
  size_t before = s->reasons.n;
  struct map_entry *entry;
  char *key = name == NULL ? xasprintf ("%d\n%s", (int)status, reason)
                           : xasprintf ("%d\n%.*s\n%s", (int)status,
                                        (int)(name - reason), reason,
                                        name + strlen (plugin));

  entry = map_find_or_add (&s->reasons, key, strlen (key) + 1);
  if (s->reasons.n > before)
    entry->key = pool_text (&s->pool, key);
  free (key);
  return entry->number;
}

static void
add_skip (struct skipping *s, const struct case_record *record)
{
  struct groups *groups = s->groups;
  const char *reason = text_or_empty (record->result.reason);
  const char *plugin = text_or_empty (record->plugin);
  size_t number = number_of_reason (s, record->result.status, reason, plugin);
  /* -1 for a kind of device that this build does not know. */
  int kind = device_kind_find (record->device);
  struct skip *skip;

  if (number == groups->n_skips) {
    groups->skip = xgrow (groups->skip, groups->n_skips, sizeof *skip);
    groups->skip[groups->n_skips++]
        = (struct skip){ .status = record->result.status, .reason = reason };
  }
  skip = &groups->skip[number];
  skip->n++;
  if (kind >= 0)
    skip->of_kind[kind]++;
  if (is_new (s, number, A_VARIANT, record->variant))
    append_text (&skip->variant, &skip->n_variants, record->variant);
  if (is_new (s, number, A_PLUGIN, record->plugin))
    append_text (&skip->plugin, &skip->n_plugins, record->plugin);
}

void
skips_make (struct groups *groups, const struct records *records)
{
  struct skipping skipping = { .groups = groups };

  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *record = records_case (records, i);

    if (record != NULL && !case_ran (record))
      add_skip (&skipping, record);
  }
  map_free (&skipping.reasons);
  map_free (&skipping.named);
  pool_free (&skipping.pool);
}

char *
skip_reason (const struct skip *skip)
{
  const char *reason = skip->reason, *first = skip->plugin[0];
  const char *name = skip->n_plugins > 1 ? strstr (reason, first) : NULL;
  struct text text = { 0 };

  if (name == NULL)
    return xstrdup (reason);
  text_add (&text, "%.*s", (int)(name - reason), reason);
  for (size_t i = 0; i < skip->n_plugins; i++)
    text_add (&text, "%s%s", i > 0 ? ", " : "", skip->plugin[i]);
  text_add (&text, "%s", name + strlen (first));
  return text.data;
}
