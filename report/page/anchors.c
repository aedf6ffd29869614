/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "report/page/anchors.h"
#include "report/page/html-text.h"

/* Blocks are numbered per slug, not per job: two jobs whose names differ only
 * in characters that no anchor may hold share a slug. */
char *
anchors_next (struct anchors *anchors, const struct block *block)
{
  char *slug = html_slug (text_or_empty (block->head->job));
  size_t before = anchors->slugs.n;
  struct map_entry *entry
      = map_find_or_add (&anchors->slugs, slug, strlen (slug) + 1);
  char *anchor;

  if (anchors->slugs.n > before) {
    anchors->key = xgrow (anchors->key, before, sizeof anchors->key[0]);
    anchors->key[before] = slug;
    entry->number = 0;
  }
  anchor = xasprintf ("%s-%zu", slug, ++entry->number);
  if (anchors->slugs.n == before)
    free (slug);
  return anchor;
}

void
anchors_free (struct anchors *anchors)
{
  for (size_t i = 0; i < anchors->slugs.n; i++)
    free (anchors->key[i]);
  free (anchors->key);
  map_free (&anchors->slugs);
  *anchors = (struct anchors){ 0 };
}
