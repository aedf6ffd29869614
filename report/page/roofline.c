/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "report/page/html-page.h"
#include "report/page/roofline.h"

/* The operations of a record that its limit counts, and their class. */
static double
ops_of (const struct case_record *record, int *op_class)
{
  const char *name;
  const double ops = limit_ops (&record->result, &name);

  *op_class = names_find (&op_class_names, name);
  return ops;
}

/* False when the record does not belong in this roofline. */
static bool
roofline_point_of (const struct roofline *f, const struct case_record *record,
                   struct roofline_point *point)
{
  const double time = case_time (record);
  const double bytes = (double)record->result.work.bytes;
  const double ops = ops_of (record, &point->op_class);
  const bool computes = ops > 0;

  if (!(time > 0) || !(bytes > 0) || computes != (f->kind == ROOFLINE_UNITS)
      || (computes && point->op_class <= 0)
      || case_record_settings (record).mode.scope != SCOPE_KERNEL)
    return false;
  point->record = record;
  point->x = computes ? ops / bytes : bytes;
  point->y = (computes ? ops : bytes) / time;
  return true;
}

static void
add_block (struct roofline *f, const struct block *block)
{
  for (size_t i = 0; i < block->n; i++) {
    struct roofline_point point = { .block = block };

    if (groups_device (f->groups, block->record[i]) != f->device
        || !roofline_point_of (f, block->record[i], &point))
      continue;
    XAPPEND (f->point, f->n) = point;
  }
}

double
roofline_ceiling (const struct roofline *f, int op_class)
{
  const double ops = op_class > 0 ? f->device->ops[op_class] : 0;

  return ops > 0 ? ops : 0;
}

static bool
any_ceiling (const struct roofline *f)
{
  bool any = f->device->memory_bandwidth > 0;

  for (size_t i = 0; i < f->n; i++)
    any |= roofline_ceiling (f, f->point[i].op_class) > 0;
  return any;
}

size_t
roofline_most (const struct groups *groups)
{
  return groups->run != NULL ? 2 * groups->run->devices.n : 0;
}

bool
roofline_make (struct roofline *f, const struct groups *groups, size_t i)
{
  const struct device_record *device = groups->run->devices.item;
  char *slug;

  *f = (struct roofline){ .groups = groups,
                          .device = &device[i / 2],
                          .kind = (enum roofline_kind) (i % 2) };
  slug = html_slug (text_or_empty (f->device->name));
  f->anchor = xasprintf (
      "%s.%s", f->kind == ROOFLINE_UNITS ? "roofline" : "memory", slug);
  free (slug);
  for (size_t j = 0; j < groups->n_blocks; j++)
    add_block (f, &groups->block[j]);
  return f->n > 0 && any_ceiling (f);
}

void
roofline_free (struct roofline *f)
{
  free (f->anchor);
  free (f->point);
}

char *
roofline_title (const struct roofline *f)
{
  return xasprintf ("%s of %s",
                    f->kind == ROOFLINE_UNITS ? "Roofline" : "Memory bandwidth",
                    text_or_empty (f->device->name));
}

const char *
roofline_si (int op_class)
{
  return strchr (text_or_empty (names_at (&op_class_names, op_class)), 'f')
                 != NULL
             ? "FLOP/s"
             : "OP/s";
}

enum view_column {
  VIEW_PROBLEM,
  VIEW_PLACE,
  VIEW_FASTEST,
  VIEW_RATE,
  VIEW_LIMIT,
  VIEW_EXECUTED,
  N_VIEW
};

/* The fastest of a block's points, which are adjacent from i, by time as in the
 * block's table; sets *end after them. */
static const struct roofline_point *
fastest_from (const struct roofline *f, size_t i, size_t *end)
{
  const struct roofline_point *best = &f->point[i];

  for (*end = i; *end < f->n && f->point[*end].block == f->point[i].block;
       ++*end)
    if (case_time (f->point[*end].record) < case_time (best->record))
      best = &f->point[*end];
  return best;
}

/* The class of the problem's operations. */
static int
problem_class (const struct case_record *record)
{
  return names_find (&op_class_names,
                     text_or_empty (record->result.work.op_class));
}

/* "947 TOP/s of tensor_i8", where the variant does other operations than the
 * problem's. */
static char *
executed_cell (const struct roofline_point *p)
{
  char text[UNITS_MAX];

  if (p->op_class == problem_class (p->record))
    return xstrdup ("-");
  return xasprintf ("%s of %s",
                    units_rate (text, p->y, roofline_si (p->op_class)),
                    names_at (&op_class_names, p->op_class));
}

/* The problem's work, as in the block's table. */
static void
fill_row (char **cell, const struct roofline *f, const struct roofline_point *p)
{
  char text[UNITS_MAX];
  const struct case_record *record = p->record;
  const bool units = f->kind == ROOFLINE_UNITS;
  const double bytes = (double)record->result.work.bytes;
  const double work = units ? record->result.work.ops : bytes;

  cell[VIEW_PROBLEM] = describe_block (p->block, f->groups->run);
  cell[VIEW_PLACE]
      = units ? xasprintf (work / bytes < 1000 ? "%.3g" : "%.0f", work / bytes)
              : xstrdup (units_bytes (text, bytes));
  cell[VIEW_FASTEST] = xstrdup (text_or_empty (record->variant));
  cell[VIEW_RATE] = xstrdup (
      units_rate (text, work / case_time (record),
                  units ? roofline_si (problem_class (record)) : "B/s"));
  cell[VIEW_LIMIT] = xstrdup (
      record->of_limit > 0 ? units_percent (text, record->of_limit) : "-");
  cell[VIEW_EXECUTED] = executed_cell (p);
}

void
roofline_view_make (struct grid *grid, const struct roofline *f)
{
  *grid = (struct grid){
    .n_columns = N_VIEW,
    .head = { "problem",
              f->kind == ROOFLINE_UNITS ? "operations per byte" : "bytes moved",
              "fastest", "rate", "of limit", "executed" },
    .figure = { [VIEW_PLACE] = true,
                [VIEW_RATE] = true,
                [VIEW_LIMIT] = true,
                [VIEW_EXECUTED] = true }
  };
  for (size_t i = 0, end; i < f->n; i = end) {
    const struct roofline_point *fastest = fastest_from (f, i, &end);

    fill_row (grid_add_row (grid), f, fastest);
  }
  grid_hide_empty (grid, VIEW_EXECUTED);
}

bool
roofline_has_own_work (const struct roofline *f)
{
  for (size_t i = 0; i < f->n; i++)
    if (f->kind == ROOFLINE_UNITS
        && f->point[i].op_class != problem_class (f->point[i].record))
      return true;
  return false;
}
