/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The engine's settings as ways of a variant.
 */
#include <config.h>

#include <string.h>

#include "engine-variant.h"
#include "engine-ways.h"

/* Sets the tunable of this name, if it is one of the settings that are ranked.
 */
static void
set_value (const char *name, const struct engine_settings *s, gk_value *value)
{
  if (strcmp (name, "tile") == 0)
    value->i = s->tile;
  else if (strcmp (name, "columns") == 0)
    value->i = s->columns;
  else if (strcmp (name, "schedule") == 0)
    value->i = s->schedule;
  else if (strcmp (name, "cluster") == 0)
    value->i = engine_cluster_choice (s);
  else if (strcmp (name, "splits") == 0)
    value->i = engine_splits_choice (s);
  else if (strcmp (name, "share") == 0)
    value->i = s->share;
}

/* Whether one of so many has this tile. */
static bool
has_tile (const struct engine_ranked *ranked, int n, int tile)
{
  for (int i = 0; i < n; i++)
    if (ranked[i].settings.tile == tile)
      return true;
  return false;
}

int
engine_ways (const gk_matmul *p, const gk_device *device,
             const struct engine_settings *settings, const struct way *own,
             struct way *ways, int most)
{
  struct engine_ranked ranked[engine_most_ranked];
  const int n
      = engine_rank_for (device, p, settings, ranked, engine_most_ranked);
  int made = 0;

  ways[made++] = *own;
  for (int again = 0; again < 2; again++)
    for (int i = 0; i < n && made < most; i++) {
      const struct engine_settings *const s = &ranked[i].settings;

      if (has_tile (ranked, i, s->tile) != (again == 1))
        continue;
      ways[made] = *own;
      for (uint32_t o = 0; o < own->variant.n_options; o++)
        set_value (own->variant.options[o].name, s, &ways[made].values[o]);
      made++;
    }
  return made;
}
