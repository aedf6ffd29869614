/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "plugin/catalog.h"

bool
companion_is_listed (const struct family_desc *family,
                     const struct variant_desc *variant)
{
  for (size_t i = 0; family != NULL && i < family->n_companions; i++)
    if (strcmp (family->companion[i].variant, variant->name) == 0
        && strcmp (family->companion[i].plugin, variant->plugin->name) == 0)
      return true;
  return false;
}

static const struct plugin_desc *
find_plugin (const struct catalog *catalog, const char *name)
{
  for (size_t i = 0; i < catalog->n_plugins; i++)
    if (strcmp (catalog->plugin[i]->name, name) == 0)
      return catalog->plugin[i];
  return NULL;
}

static bool
is_brought (const struct catalog *catalog, const char *family, const char *name)
{
  for (size_t i = 0; i < catalog->n_variants; i++)
    if (strcmp (catalog->variant[i]->family, family) == 0
        && strcmp (catalog->variant[i]->name, name) == 0)
      return true;
  return false;
}

/* A plugin of that name that lacks the variant is too old, or too new, for the
 * family. */
static const char *
explain_missing (struct catalog *catalog, const struct family_desc *family,
                 const struct companion_desc *companion)
{
  const char *plugin = companion->plugin;
  const struct plugin_desc *here = find_plugin (catalog, plugin);
  char *why;
  const char *kept;

  if (here == NULL && companion->missing != NULL)
    return companion->missing;
  if (here == NULL)
    why = xasprintf ("plugin not found: install %s, or give its file with -p",
                     plugin);
  else
    why = xasprintf ("plugin %s %s here lacks it: install the one that "
                     "belongs to %s %s",
                     plugin, here->version, family->plugin->name,
                     family->plugin->version);
  kept = pool_text (&catalog->pool, why);
  free (why);
  return kept;
}

static void
add_missing (struct catalog *catalog, const struct family_desc *family,
             const struct companion_desc *companion)
{
  struct plugin_desc *plugin = pool_alloc (&catalog->pool, sizeof *plugin);
  struct variant_desc *v = pool_alloc (&catalog->pool, sizeof *v);

  *plugin = (struct plugin_desc){
    .path = "", .name = companion->plugin, .summary = "", .version = ""
  };
  *v = (struct variant_desc){
    .plugin = plugin,
    .family = family->name,
    .name = companion->variant,
    .summary = companion->summary,
    .device = companion->device,
    .missing = explain_missing (catalog, family, companion),
    .companion = companion,
  };
  XAPPEND (catalog->variant, catalog->n_variants) = v;
}

/* Returns a variant's place in the reading order of its family. */
static size_t
companion_rank (const struct catalog *catalog,
                const struct variant_desc *variant)
{
  const struct family_desc *family
      = catalog_find_family (catalog, variant->family);

  if (family == NULL)
    return 0;
  if (variant->plugin == family->plugin)
    return 0;
  for (size_t i = 0; i < family->n_companions; i++)
    if (strcmp (family->companion[i].variant, variant->name) == 0)
      return i + 1;
  return family->n_companions + 1;
}

struct ranked_variant {
  struct variant_desc *variant;
  size_t rank, index;
};

static int
compare_ranked (const void *a, const void *b)
{
  const struct ranked_variant *x = a, *y = b;

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

static void
sort_variants (struct catalog *catalog)
{
  struct ranked_variant *ranked = xcalloc (catalog->n_variants, sizeof *ranked);

  for (size_t i = 0; i < catalog->n_variants; i++)
    ranked[i] = (struct ranked_variant){
      catalog->variant[i], companion_rank (catalog, catalog->variant[i]), i
    };
  qsort (ranked, catalog->n_variants, sizeof *ranked, compare_ranked);
  for (size_t i = 0; i < catalog->n_variants; i++)
    catalog->variant[i] = ranked[i].variant;
  free (ranked);
}

void
companions_complete (struct catalog *catalog)
{
  for (size_t i = 0; i < catalog->n_families; i++) {
    const struct family_desc *family = catalog->family[i];

    for (size_t j = 0; j < family->n_companions; j++)
      if (!is_brought (catalog, family->name, family->companion[j].variant))
        add_missing (catalog, family, &family->companion[j]);
  }
  sort_variants (catalog);
}

bool
companion_has_tunable (const struct variant_desc *variant, const char *name)
{
  const struct companion_desc *companion = variant->companion;

  for (size_t i = 0; companion != NULL && companion->tunable[i] != NULL; i++)
    if (strcmp (companion->tunable[i], name) == 0)
      return true;
  return false;
}

void
companion_offer_tunables (const struct variant_desc *variant,
                          struct nearest *nearest)
{
  const struct companion_desc *companion = variant->companion;

  for (size_t i = 0; companion != NULL && companion->tunable[i] != NULL; i++)
    nearest_consider (nearest, companion->tunable[i]);
}
