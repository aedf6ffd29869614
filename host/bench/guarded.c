/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/xalloc.h"
#include "bench/buffers.h"
#include "device/cpu/cpu.h"

/* ---- Guard zones ---- */

/* The size of a device's large pages.  A buffer of that size begins with a
 * page, as it would in an allocation of its own. */
enum { LARGE_PAGE = 2 << 20 };

/* Host memory is aligned already. */
static size_t
choose_alignment (const struct device *d, uint64_t bytes)
{
  if (d->in_host)
    return 1;
  return bytes >= LARGE_PAGE ? LARGE_PAGE : d->guard_bytes;
}

uint64_t
guarded_room (const struct device *d, uint64_t bytes)
{
  uint64_t zone = d->guard_bytes;
  uint64_t around = 2 * zone + choose_alignment (d, bytes) - 1 + zone - 1;

  /* A multiple of the zone, so that parts follow each other without gaps. */
  return bytes > UINT64_MAX - around ? UINT64_MAX
                                     : (bytes + around) / zone * zone;
}

static uint64_t
sum_rooms (const struct guarded *g, size_t n, const struct device *d)
{
  uint64_t sum = 0;

  for (size_t i = 0; i < n; i++)
    if (__builtin_add_overflow (sum, guarded_room (d, g[i].bytes), &sum))
      return UINT64_MAX;
  return sum;
}

/* Places a part at begin; it ends with the zone after the payload. */
static void
set_part (struct guarded *g, const struct device *d, char *begin)
{
  char *payload = begin + d->guard_bytes;

  payload += -(uintptr_t)payload % choose_alignment (d, g->bytes);
  g->begin = begin;
  g->payload = payload;
  g->end = payload + g->bytes + d->guard_bytes;
}

static size_t
zone_before (const struct guarded *g)
{
  return (size_t)((char *)g->payload - g->begin);
}

static size_t
zone_behind (const struct guarded *g)
{
  return (size_t)(g->end - (char *)g->payload) - g->bytes;
}

static bool
write_zones (const struct guarded *g, struct device *d)
{
  return d->ops->fill (d, g->begin, g->byte, zone_before (g))
         && d->ops->fill (d, (char *)g->payload + g->bytes, g->byte,
                          zone_behind (g));
}

/* Allocates parts, whose bytes are set, as one allocation. */
static bool
alloc_together (struct guarded *g, size_t n, struct device *d)
{
  uint64_t all = sum_rooms (g, n, d);
  char *at;

  if (all > PTRDIFF_MAX)
    return device_fail (d, "no machine has %zu bytes of memory",
                        (size_t)g->bytes);
  if (!d->ops->alloc (d, g->kind, (size_t)all, &g->base)) {
    g->base = NULL;
    return false;
  }
  at = g->base;
  for (size_t i = 0; i < n; i++) {
    set_part (&g[i], d, at);
    at = g[i].end;
  }
  /* Alignment that was not needed becomes guard zone. */
  g[n - 1].end = (char *)g->base + all;
  for (size_t i = 0; i < n; i++)
    if (!write_zones (&g[i], d))
      return false;
  g->private
      = d->in_host && fenced_is_private (g->begin, (size_t)(g->end - g->begin));
  return true;
}

bool
guarded_alloc (struct guarded *g, size_t n, struct device *d, enum memory kind,
               const uint64_t *bytes, size_t number)
{
  size_t together = d->in_host ? 1 : n;
  bool ok = true;

  for (size_t i = 0; i < n; i++)
    /* Neither a poison, nor a likely element, nor the value of another buffer:
     * a copy from one guard zone to another has to show. */
    g[i] = (struct guarded){ .kind = kind,
                             .bytes = (size_t)bytes[i],
                             .byte = (uint8_t)(0xc5 - 2 * (number + i)) };
  for (size_t i = 0; i < n && ok; i += together)
    ok = alloc_together (&g[i], together, d);
  for (size_t i = 0; i < n && !ok; i++)
    guarded_free (&g[i], d);
  return ok;
}

void
guarded_free (struct guarded *g, struct device *d)
{
  if (g->base != NULL)
    d->ops->free (d, g->kind, g->base);
  *g = (struct guarded){ 0 };
}

bool
guarded_is_replaced (const struct guarded *g)
{
  return g->private
         && !fenced_is_private (g->begin, (size_t)(g->end - g->begin));
}

bool
guarded_all_equal (const uint8_t *piece, size_t n, uint8_t byte)
{
  return piece[0] == byte && memcmp (piece, piece + 1, n - 1) == 0;
}

/* Returns the distance from the payload to the first byte that was hit, in a
 * piece of a zone; n: none was. */
static size_t
find_first_hit (const uint8_t *piece, size_t n, uint8_t byte, bool behind)
{
  size_t i = 0;

  if (guarded_all_equal (piece, n, byte))
    return n;
  while (piece[behind ? i : n - 1 - i] == byte)
    i++;
  return i;
}

/* Finds the first hit in a whole zone, read piecewise from the payload
 * outwards; *hit is the zone's size if it is intact.  False: the device
 * failed. */
static bool
scan_zone (const struct guarded *g, struct device *d, bool behind,
           uint8_t *piece, size_t room, size_t *hit)
{
  size_t zone = behind ? zone_behind (g) : zone_before (g);
  const char *payload = g->payload;

  *hit = 0;
  while (*hit < zone) {
    size_t n = zone - *hit < room ? zone - *hit : room, clean;
    const char *from = behind ? payload + g->bytes + *hit : payload - *hit - n;

    if (!d->ops->copy (d, piece, from, n) || !d->ops->sync (d))
      return false;
    clean = find_first_hit (piece, n, g->byte, behind);
    *hit += clean;
    if (clean < n)
      break;
  }
  return true;
}

static char *
describe_distance (size_t distance, bool behind)
{
  if (distance == 0)
    return xstrdup (behind ? "right after its end" : "right before its start");
  return xasprintf (behind ? "%zu bytes past its end"
                           : "%zu bytes before its start",
                    distance);
}

struct range
guarded_draw_piece (const struct guarded *g, size_t bytes)
{
  size_t n = g->bytes < bytes ? g->bytes : bytes;
  size_t at = (size_t)(entropy_draw () % (g->bytes - n + 1));

  return (struct range){ .address = (char *)g->payload + at, .bytes = n };
}

/* True if the device finds both zones as they were filled; else they are read.
 */
static bool
device_finds_intact (const struct guarded *g, struct device *d)
{
  const struct range zones[]
      = { { g->begin, zone_before (g) },
          { (char *)g->payload + g->bytes, zone_behind (g) } };
  bool same;

  return d->ops->holds != NULL && d->ops->holds (d, zones, 2, g->byte, &same)
         && same;
}

/* Finds where a zone was hit, as guarded_is_intact. */
static bool
find_hit (const struct guarded *g, struct device *d, char **where)
{
  /* Large enough to read a zone with its alignment gap in few pieces.  Zones in
   * host memory are a page, and there is a check behind each sample: more than
   * that would be mapped each time. */
  enum { PIECE = 256 << 10 };
  size_t behind = zone_behind (g), before = zone_before (g), hit[2];
  size_t longest = before > behind ? before : behind;
  size_t room = longest < PIECE ? longest : PIECE;
  uint8_t *piece = xmalloc (room);
  bool ok = scan_zone (g, d, false, piece, room, &hit[0])
            && scan_zone (g, d, true, piece, room, &hit[1]);

  free (piece);
  *where = NULL;
  /* Report the hit nearest to the payload, where an overrun begins. */
  if (ok && hit[1] < behind && (hit[1] <= hit[0] || hit[0] == before))
    *where = describe_distance (hit[1], true);
  else if (ok && hit[0] < before)
    *where = describe_distance (hit[0], false);
  return ok && *where == NULL;
}

bool
guarded_is_intact (const struct guarded *g, struct device *d, char **where)
{
  *where = NULL;
  return device_finds_intact (g, d) || find_hit (g, d, where);
}

/* ---- Workspaces ---- */

void
workspaces_open (struct workspaces *w, struct device *device, enum memory kind)
{
  *w = (struct workspaces){ .device = device, .kind = kind };
}

void *
workspaces_alloc (void *workspaces, size_t bytes, char **why)
{
  struct workspaces *w = workspaces;
  struct guarded *g = &w->workspace[w->n];
  uint64_t size = bytes;

  if (w->n == GK_MAX_WORKSPACES) {
    *why = xasprintf ("a variant can allocate at most %d workspaces",
                      GK_MAX_WORKSPACES);
    return NULL;
  }
  /* Numbered after the buffers, so that the zones have values of their own. */
  if (!guarded_alloc (g, 1, w->device, w->kind, &size, GK_MAX_BUFFERS + w->n)) {
    *why = xasprintf ("can't allocate %zu bytes of workspace: %s", bytes,
                      w->device->error);
    return NULL;
  }
  w->n++;
  return g->payload;
}

uint64_t
workspaces_bytes (const struct workspaces *w)
{
  uint64_t bytes = 0;

  for (size_t i = 0; i < w->n; i++)
    bytes += w->workspace[i].bytes;
  return bytes;
}

void
workspaces_close (struct workspaces *w)
{
  while (w->n > 0)
    guarded_free (&w->workspace[--w->n], w->device);
}

char *
workspaces_find_damage (const struct workspaces *w, bool *failed)
{
  char *where, *text;

  *failed = false;
  for (size_t i = 0; i < w->n; i++) {
    if (guarded_is_intact (&w->workspace[i], w->device, &where))
      continue;
    *failed = where == NULL;
    if (*failed)
      return NULL;
    text = xasprintf ("wrote outside of its workspace %zu, %s", i + 1, where);
    free (where);
    return text;
  }
  return NULL;
}
