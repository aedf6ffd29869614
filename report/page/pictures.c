/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/names.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "report/page/html-page.h"
#include "report/page/pictures.h"
#include "report/report.h"

/* A search for a picture by its name. */
struct gallery {
  FILE *out;
  const struct groups *groups;
  const char *name; /* as it was given; NULL: none */
  char *anchor;     /* of that name, in which cuda:0 is cuda-0 */
  struct nearest near;
  struct pool pool; /* the names of pictures */
  char *all;        /* the same, for messages; NULL: there is none */
  bool found;
};

/* True for the requested name; remembers the others for a message. */
static bool
is_requested (struct gallery *s, const char *name)
{
  s->all = list_append (s->all, name);
  if (s->name == NULL)
    return false;
  nearest_consider (&s->near, pool_text (&s->pool, name));
  s->found |= strcmp (s->anchor, name) == 0;
  return strcmp (s->anchor, name) == 0;
}

static void
try_block (struct gallery *s, const struct block *block, const char *anchor)
{
  char *samples = xasprintf ("%s.samples", anchor);
  struct marks marks = { 0 };
  struct grid grid;

  table_view_make (&grid, &marks, block, s->groups);
  if (is_requested (s, anchor))
    ladder_print (s->out, block, &grid, NULL);
  if (samples_known (block, s->groups) && is_requested (s, samples))
    samples_print (s->out, block, &grid, s->groups, NULL);
  grid_free (&grid);
  free (samples);
}

static void
try_size_plot (struct gallery *s, size_t i, const char *anchor)
{
  struct plot_sizes sizes;
  char *name;

  if (s->found || !plot_sizes_make (&sizes, s->groups, i))
    return;
  name = xasprintf ("%s.sizes", anchor);
  if (is_requested (s, name))
    plot_sizes_print (s->out, &sizes, true);
  plot_sizes_free (&sizes);
  free (name);
}

static void
try_tunable_plots (struct gallery *s, const struct block *block,
                   const char *anchor)
{
  struct plot_tunables swept;
  size_t number = 0;

  for (size_t at = 0; !s->found && plot_tunables_next (&swept, block, &at);
       plot_tunables_free (&swept)) {
    char *name = xasprintf ("%s.sweep-%zu", anchor, ++number);

    if (is_requested (s, name))
      plot_tunables_print (s->out, &swept, true);
    free (name);
  }
}

static void
try_blocks (struct gallery *s)
{
  struct anchors anchors = { 0 };

  for (size_t i = 0; i < s->groups->n_blocks && !s->found; i++) {
    char *anchor = anchors_next (&anchors, &s->groups->block[i]);

    try_block (s, &s->groups->block[i], anchor);
    try_tunable_plots (s, &s->groups->block[i], anchor);
    try_size_plot (s, i, anchor);
    free (anchor);
  }
  anchors_free (&anchors);
}

static void
try_rooflines (struct gallery *s)
{
  for (size_t i = 0; i < roofline_most (s->groups) && !s->found; i++) {
    struct roofline roofline;
    bool there = roofline_make (&roofline, s->groups, i);

    if (there && is_requested (s, roofline.anchor))
      roofline_print (s->out, &roofline, true);
    roofline_free (&roofline);
  }
}

static void
try_devices (struct gallery *s, const struct records *records)
{
  struct devices_map map;

  if (devices_map_make (&map, records) && is_requested (s, DEVICES_MAP))
    devices_map_print (s->out, &map, true);
  devices_map_free (&map);
}

static void
complain_of (struct gallery *s)
{
  char *hint = nearest_hint (&s->near);

  if (s->all == NULL)
    message_print ("there is no picture: no case of the run has a row");
  else if (s->name == NULL)
    message_print ("--format svg prints one picture: name it with --only: %s",
                   s->all);
  else
    message_print ("--only: there is no picture '%s'%s; there are %s", s->name,
                   hint, s->all);
  free (hint);
}

bool
picture_print (FILE *out, const struct records *records, const char *name)
{
  struct groups groups;
  struct gallery s = {
    .out = out, .groups = &groups, .name = name, .near = { .wanted = name }
  };

  s.anchor = xstrdup (text_or_empty (name));
  for (char *c = s.anchor; (c = strchr (c, ':')) != NULL;)
    *c = '-';
  groups_make (&groups, records);
  try_blocks (&s);
  if (!s.found)
    try_rooflines (&s);
  if (!s.found)
    try_devices (&s, records);
  if (!s.found)
    complain_of (&s);
  free (s.anchor);
  free (s.all);
  pool_free (&s.pool);
  groups_free (&groups);
  return s.found;
}

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
