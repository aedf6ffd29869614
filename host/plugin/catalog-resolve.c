/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Resolves a catalog: of each plugin, family and variant that several files
 * bring, one is kept.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "plugin/catalog.h"

/* Files that the user named come first, then those that were found first. */
static int
compare_files (const struct plugin_desc *a, const struct plugin_desc *b)
{
  if (a->named != b->named)
    return a->named ? -1 : 1;
  return (a->found_index > b->found_index) - (a->found_index < b->found_index);
}

/* Either text may be NULL. */
static int
compare_texts (const char *a, const char *b)
{
  return strcmp (text_or_empty (a), text_or_empty (b));
}

/* Two files are of one plugin when they have one name and contain the same
 * family, or none and begin with a variant of the same. */
static int
compare_identity (const struct plugin_desc *a, const struct plugin_desc *b)
{
  int order = strcmp (a->name, b->name);

  if (order == 0)
    order = compare_texts (a->family, b->family);
  return order != 0 ? order : compare_texts (a->home, b->home);
}

/* Sorts the files of a plugin together, the one to be used first. */
static int
compare_plugins (const void *left, const void *right)
{
  const struct plugin_desc *a = *(struct plugin_desc *const *)left;
  const struct plugin_desc *b = *(struct plugin_desc *const *)right;
  int order = compare_identity (a, b);

  if (order == 0 && a->named == b->named)
    order = version_compare (b->version, a->version);
  return order != 0 ? order : compare_files (a, b);
}

static bool
has_variant (const struct catalog *catalog, const struct plugin_desc *plugin,
             const struct variant_desc *like)
{
  for (size_t i = 0; i < catalog->n_variants; i++) {
    const struct variant_desc *v = catalog->variant[i];

    if (v->plugin == plugin && strcmp (v->name, like->name) == 0
        && strcmp (v->family, like->family) == 0)
      return true;
  }
  return false;
}

/* A new build of an installed plugin replaces it when the user names it;
 * another plugin that has the name by mistake lacks some of its variants. */
static void
report_replaced (const struct catalog *catalog, const struct plugin_desc *used,
                 const struct plugin_desc *left)
{
  const struct variant_desc *first = NULL;
  size_t n = 0;
  char *lost;

  for (size_t i = 0; i < catalog->n_variants; i++)
    if (catalog->variant[i]->plugin == left
        && !has_variant (catalog, used, catalog->variant[i]) && n++ == 0)
      first = catalog->variant[i];
  lost = first == NULL ? xstrdup ("")
         : n == 1
             ? xasprintf (", and has no variant %s as that one has; rename "
                          "it where it is another plugin",
                          first->name)
             : xasprintf (", and has no variant %s (and %zu more) as that one "
                          "has; rename it where it is another plugin",
                          first->name, n - 1);
  message_print ("plugin %s: %s is used in place of %s%s", used->name,
                 used->path, left->path, lost);
  free (lost);
}

/* Drops all but the first of n files of one plugin.  False when the user named
 * two of them. */
static bool
drop_other_files (const struct catalog *catalog,
                  struct plugin_desc *const *file, size_t n)
{
  for (size_t i = 1; i < n; i++)
    file[i]->dropped = true;
  if (n > 1 && file[1]->named) {
    message_print (
        "plugin %s is in both %s and %s, and -p names both; name only "
        "one",
        file[0]->name, file[0]->path, file[1]->path);
    return false;
  }
  if (n == 1)
    return true;
  if (file[0]->named)
    report_replaced (catalog, file[0], file[1]);
  else if (n == 2)
    message_print ("plugin %s was found twice: %s (version %s) is used, %s "
                   "(version %s) is left out; remove one",
                   file[0]->name, file[0]->path, file[0]->version,
                   file[1]->path, file[1]->version);
  else
    message_print ("plugin %s was found %zu times: %s (version %s) is used, %s "
                   "(version %s) and %zu more are left out; keep one",
                   file[0]->name, n, file[0]->path, file[0]->version,
                   file[1]->path, file[1]->version, n - 2);
  return true;
}

static bool
resolve_plugins (struct catalog *catalog)
{
  size_t n = catalog->n_plugins, end;
  struct plugin_desc **sorted = xcalloc (n, sizeof *sorted);
  bool ok = true;

  if (n > 0)
    memcpy (sorted, catalog->plugin, n * sizeof (struct plugin_desc *));
  qsort (sorted, n, sizeof (struct plugin_desc *), compare_plugins);
  for (size_t i = 0; i < n; i = end) {
    for (end = i + 1; end < n && compare_identity (sorted[i], sorted[end]) == 0;
         end++)
      continue;
    ok &= drop_other_files (catalog, sorted + i, end - i);
    if (end < n && strcmp (sorted[i]->name, sorted[end]->name) == 0) {
      sorted[i]->namesake = sorted[end]->namesake = true;
      message_print (
          "two plugins have the name %s, %s and %s: both are used, and "
          "records can't tell which is which; rename one",
          sorted[i]->name, sorted[i]->path, sorted[end]->path);
    }
  }
  free (sorted);
  return ok;
}

static int
compare_families (const void *left, const void *right)
{
  const struct family_desc *a = *(struct family_desc *const *)left;
  const struct family_desc *b = *(struct family_desc *const *)right;
  int order = strcmp (a->name, b->name);

  /* A plugin with another plugin's name is less trusted. */
  if (order == 0 && a->plugin->named == b->plugin->named)
    order = a->plugin->namesake - b->plugin->namesake;
  return order != 0 ? order : compare_files (a->plugin, b->plugin);
}

static void
sort_families (struct catalog *catalog,
               int (*compare) (const void *, const void *))
{
  /* The array is NULL if nothing was found; qsort must not get NULL. */
  if (catalog->n_families > 0)
    qsort (catalog->family, catalog->n_families, sizeof (struct family_desc *),
           compare);
}

/* Of two plugins of different names that contain one family, the first is used:
 * their versions can't be compared. */
static bool
resolve_families (struct catalog *catalog)
{
  bool ok = true;

  sort_families (catalog, compare_families);
  for (size_t i = 1, first = 0; i < catalog->n_families; i++) {
    const struct family_desc *used = catalog->family[first];
    struct family_desc *f = catalog->family[i];

    if (strcmp (used->name, f->name) != 0) {
      first = i;
      continue;
    }
    f->dropped = true;
    if (f->plugin->named) {
      message_print (
          "family %s is in both %s and %s, and -p names both; name only "
          "one",
          f->name, used->plugin->path, f->plugin->path);
      ok = false;
    } else
      message_print (
          "family %s is in both %s and %s: the first is used, and the "
          "second's variants of it are left out; remove one, or name the "
          "one you mean with -p",
          f->name, used->plugin->path, f->plugin->path);
  }
  return ok;
}

static int
compare_variants (const void *left, const void *right)
{
  const struct variant_desc *a = *(struct variant_desc *const *)left;
  const struct variant_desc *b = *(struct variant_desc *const *)right;
  int order = strcmp (a->family, b->family);

  if (order == 0)
    order = strcmp (a->name, b->name);
  /* Another plugin's variant does not replace a family's own, unless the user
   * named it. */
  if (order == 0 && a->plugin->named == b->plugin->named)
    order = a->foreign - b->foreign;
  return order != 0 ? order : compare_files (a->plugin, b->plugin);
}

/* The variants that one plugin has in common with others, printed in one line.
 */
struct clash {
  const struct variant_desc *used, *dropped; /* the first of them */
  size_t n;
};

static void
store_clash (struct clash *clash, const struct variant_desc *used,
             const struct variant_desc *dropped)
{
  struct clash *c = &clash[dropped->plugin->found_index];

  if (c->n++ == 0) {
    c->used = used;
    c->dropped = dropped;
  }
}

static bool
report_clash (const struct clash *clash)
{
  const struct variant_desc *used = clash->used, *dropped = clash->dropped;
  char *more = clash->n > 1 ? xasprintf (" (and %zu more)", clash->n - 1)
                            : xstrdup ("");
  bool both_named = dropped->plugin->named;

  if (both_named)
    message_print (
        "variant %s of family %s%s is in both %s and %s, and -p names "
        "both; rename one, or name only one",
        used->name, used->family, more, used->plugin->path,
        dropped->plugin->path);
  else
    message_print (
        "variant %s of family %s%s is in both %s and %s: the first's is "
        "used; rename one, or remove a plugin",
        used->name, used->family, more, used->plugin->path,
        dropped->plugin->path);
  free (more);
  return !both_named;
}

static bool
resolve_variants (struct catalog *catalog)
{
  size_t n = catalog->n_variants;
  struct variant_desc **sorted = xcalloc (n, sizeof *sorted);
  /* By the index of the plugin among those found, the dropped ones included. */
  struct clash *clash = xcalloc (catalog->n_found, sizeof *clash);
  bool ok = true;

  if (n > 0)
    memcpy (sorted, catalog->variant, n * sizeof (struct variant_desc *));
  qsort (sorted, n, sizeof (struct variant_desc *), compare_variants);
  for (size_t i = 1, first = 0; i < n; i++)
    if (strcmp (sorted[first]->family, sorted[i]->family) != 0
        || strcmp (sorted[first]->name, sorted[i]->name) != 0)
      first = i;
    else {
      sorted[i]->dropped = true;
      store_clash (clash, sorted[first], sorted[i]);
    }
  for (size_t i = 0; i < catalog->n_found; i++)
    if (clash[i].n > 0)
      ok &= report_clash (&clash[i]);
  free (clash);
  free (sorted);
  return ok;
}

static void
drop_plugins (struct catalog *catalog)
{
  size_t n = 0;

  for (size_t i = 0; i < catalog->n_plugins; i++)
    if (!catalog->plugin[i]->dropped)
      catalog->plugin[n++] = catalog->plugin[i];
  catalog->n_plugins = n;
}

static void
drop_families (struct catalog *catalog)
{
  size_t n = 0;

  for (size_t i = 0; i < catalog->n_families; i++)
    if (!catalog->family[i]->dropped && !catalog->family[i]->plugin->dropped)
      catalog->family[n++] = catalog->family[i];
  catalog->n_families = n;
}

static void
drop_variants (struct catalog *catalog)
{
  size_t n = 0;

  for (size_t i = 0; i < catalog->n_variants; i++)
    if (!catalog->variant[i]->dropped && !catalog->variant[i]->plugin->dropped)
      catalog->variant[n++] = catalog->variant[i];
  catalog->n_variants = n;
}

/* Drops variants whose plugin has the family, too, where another plugin's
 * family is used: they were made for another problem. */
static void
drop_orphans (struct catalog *catalog)
{
  for (size_t i = 0; i < catalog->n_variants; i++) {
    struct variant_desc *v = catalog->variant[i];
    const struct family_desc *f = catalog_find_family (catalog, v->family);

    bool own = f != NULL && f->plugin == v->plugin;

    v->foreign = !own && !companion_is_listed (f, v);
    v->dropped = !own && v->plugin->family != NULL
                 && strcmp (v->plugin->family, v->family) == 0;
  }
  drop_variants (catalog);
}

/* Returns the first tunable of a variant that has the name of an option of its
 * family; NULL: none. */
static const char *
find_shadowed (const struct catalog *catalog, const struct variant_desc *v)
{
  const struct family_desc *f = catalog_find_family (catalog, v->family);

  for (size_t i = 0; f != NULL && i < v->options.n; i++)
    if (option_find (&f->options, v->options.option[i].name) >= 0)
      return v->options.option[i].name;
  return NULL;
}

/* Drops variants with such a tunable: the suite's key sets the family's option,
 * so the tunable could never be set.  False when the user named the plugin. */
static bool
drop_shadowed (struct catalog *catalog)
{
  bool ok = true;

  for (size_t i = 0; i < catalog->n_variants; i++) {
    struct variant_desc *v = catalog->variant[i];
    const char *name = find_shadowed (catalog, v);

    if (name == NULL)
      continue;
    message_print (
        "%s: variant %s: its tunable '%s' has the name of an option of "
        "family %s, so no suite could set it; rename it%s",
        v->plugin->path, v->name, name, v->family,
        v->plugin->named ? "" : "; left out");
    v->dropped = true;
    ok &= !v->plugin->named;
  }
  drop_variants (catalog);
  return ok;
}

static int
compare_found_index (const void *left, const void *right)
{
  const struct family_desc *a = *(struct family_desc *const *)left;
  const struct family_desc *b = *(struct family_desc *const *)right;

  return (a->plugin->found_index > b->plugin->found_index)
         - (a->plugin->found_index < b->plugin->found_index);
}

bool
catalog_resolve (struct catalog *catalog)
{
  bool ok;

  catalog->n_found = catalog->n_plugins;
  ok = resolve_plugins (catalog);
  drop_plugins (catalog);
  drop_families (catalog);
  drop_variants (catalog);
  ok &= resolve_families (catalog);
  drop_families (catalog);
  sort_families (catalog, compare_found_index);
  drop_orphans (catalog);
  ok &= drop_shadowed (catalog);
  ok &= resolve_variants (catalog);
  drop_variants (catalog);
  companions_complete (catalog);
  return ok;
}
