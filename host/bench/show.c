/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdint.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "bench/claims.h"
#include "bench/show.h"
#include "bench/spot-check.h"

/* Of an input that are looked at where a case is to go on: all of most. */
enum { BRIEF_PIECES = 8 };

static bool
check_damage (struct bench *b, const struct order *order, struct claim *claim)
{
  bool failed;
  size_t pieces = order->thorough ? SIZE_MAX : order->brief ? BRIEF_PIECES : 0;
  char *damage = buffers_find_damage (&b->buffers, pieces, &failed);

  if (damage == NULL && !failed)
    damage = workspaces_find_damage (&b->workspaces, &failed);
  if (failed)
    return claim_end_device (claim, &b->launcher);
  if (damage == NULL)
    return true;
  claim_end_freeing (claim, GK_WRONG, xasprintf ("it %s", damage));
  free (damage);
  return false;
}

/* What was copied right behind the launch must be what is there when nothing
 * runs any more.  To wait for threads that still spin takes long: once a case
 * will do. */
static bool
check_stable (struct bench *b, const struct order *order, struct claim *claim)
{
  struct device *d = b->device;
  bool failed = false;

  if ((!d->in_host || order->thorough) && !d->ops->sync_all (d))
    return claim_end_device (claim, &b->launcher);
  if (spot_check_is_same (b) && buffers_match_views (&b->buffers, &failed))
    return true;
  if (failed)
    return claim_end_device (claim, &b->launcher);
  return claim_end (claim, GK_WRONG,
                    "its output changed when the launch was over: the work "
                    "goes on elsewhere, in a thread or on another stream");
}

bool
show_last (struct bench *b, const struct order *order, struct claim *claim)
{
  struct device *d = b->device;
  bool spare = !d->in_host && b->buffers.has_output_copies;

  if (b->shown && !order->repeat)
    return true;
  /* On a device without room for a copy, only what is there at the end can be
   * shown. */
  if ((!d->in_host && !spare && !d->ops->sync_all (d))
      || !buffers_copy_to_views (&b->buffers, spare))
    return claim_end_device (claim, &b->launcher);
  b->shown = true;
  return true;
}

bool
show_check (struct bench *b, const struct order *order, struct claim *claim)
{
  return (order->brief || check_stable (b, order, claim))
         && check_damage (b, order, claim);
}

bool
show_run (struct bench *b, const struct order *order, struct claim *claim)
{
  struct launcher *l = &b->launcher;

  spot_check_clear (b);
  if (!buffers_change (&b->buffers, order, false)
      || !buffers_poison (&b->buffers, order->poison, false))
    return claim_end_device (claim, l);
  if (!launcher_run (l) || !launcher_wait (l))
    return claim_end_launch (claim, l);
  if (!buffers_copy_to_views (&b->buffers, false))
    return claim_end_device (claim, l);
  return show_check (b, order, claim);
}
