/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Prepares the fastest of several ways, and keeps which one that was.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ways.h"

/* The problem without what differs between two of one shape. */
static gk_matmul
shape_of (const gk_matmul *p)
{
  gk_matmul shape = *p;

  shape.a = shape.b = shape.c = NULL;
  shape.bias = p->bias != NULL ? (const void *)"" : NULL;
  shape.scale_a = shape.scale_b = NULL;
  shape.group_lines = NULL;
  return shape;
}

static bool
is_noted (const struct way_memo *memo, const gk_device *device,
          const gk_matmul *p)
{
  const gk_matmul shape = shape_of (p);

  return memo->is_there && p->groups == 0 && memo->device == device->ordinal
         && memcmp (&memo->shape, &shape, sizeof shape) == 0;
}

/* Prints the tunables that are not at their defaults. */
static void
print_values (const struct way *way, char *text, size_t room)
{
  size_t n = 0;

  text[0] = '\0';
  for (uint32_t i = 0; i < way->variant.n_options && n < room; i++) {
    const gk_option *const o = &way->variant.options[i];
    const int64_t value = way->values[i].i;

    if (value == o->value.i)
      continue;
    n += (size_t)(o->type == GK_CHOICE
                      ? snprintf (text + n, room - n, ", %s = %s", o->name,
                                  o->choices[value])
                      : snprintf (text + n, room - n, ", %s = %" PRId64,
                                  o->name, value));
  }
}

static void
log_way (const gk_host *host, const struct way *way, int timed)
{
  char values[200];

  print_values (way, values, sizeof values);
  if (timed > 1)
    host->log (host, "runs %s%s, the fastest of %d", way->name, values, timed);
  else
    host->log (host, "runs %s%s", way->name, values);
}

int
way_prepare_noted (const gk_host *host, const gk_device *device,
                   const gk_matmul *problem, const struct way_memo *memo,
                   void **state)
{
  return is_noted (memo, device, problem)
             ? way_prepare (host, device, problem, &memo->way, state)
             : GK_SKIP;
}

/* Ways are timed with a host of their own before one is prepared here: this
 * host's workspaces, of which a variant has few, stay with a way that is not
 * taken, too. */
int
ways_prepare (const gk_host *host, const gk_device *device,
              const gk_matmul *problem, const struct way *ways, int n,
              struct way_memo *memo, void **state)
{
  int timed = 0, r;
  const struct way *way = ways;

  if (n > 1)
    way += ways_fastest (host, device, problem, ways, n, &timed);
  r = way_prepare (host, device, problem, way, state);
  if (r == GK_SKIP && way != ways) {
    timed = 0;
    way = ways;
    r = way_prepare (host, device, problem, way, state);
  }
  if (r != GK_OK)
    return r;
  log_way (host, way, timed);
  memo->is_there = true;
  memo->device = device->ordinal;
  memo->shape = shape_of (problem);
  memo->way = *way;
  return GK_OK;
}
