/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The columns that --columns appends to the table: a metric that plugins set,
 * or the time of prepare.  A column has figures of one source in all rows of a
 * block: a variant's metric never stands among those of the family.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "report/grid.h"

/* Finds the pair of that name behind the prefix.  NULL: there is none. */
static const struct pair *
find_pair (const struct pairs *pairs, const char *prefix, const char *name)
{
  const size_t n = strlen (prefix);

  for (size_t i = 0; pairs != NULL && i < pairs->n; i++)
    if (strncmp (pairs->pair[i].name, prefix, n) == 0
        && strcmp (pairs->pair[i].name + n, name) == 0)
      return &pairs->pair[i];
  return NULL;
}

/* Fills in text, of UNITS_MAX bytes.  False where the record has no such
 * figure. */
static bool
print_figure (char *text, const struct case_record *record, const char *prefix,
              const char *name)
{
  const struct pair *metric = find_pair (record->metrics, prefix, name);
  const struct pair *unit = find_pair (record->metric_units, prefix, name);

  if (strcmp (name, "prepare_s") == 0) {
    units_figure (text, record->result.prepare_s, "s");
    return !isnan (record->result.prepare_s);
  }
  if (metric == NULL
      || (metric->type != PAIR_REAL && metric->type != PAIR_INTEGER))
    return false;
  units_figure (
      text, metric->type == PAIR_REAL ? metric->real : (double)metric->integer,
      unit != NULL && unit->type == PAIR_TEXT ? unit->text : "");
  return true;
}

/* The prefix of the metric that a block has by that name. */
static const char *
find_prefix (const struct block *block, const char *name)
{
  char text[UNITS_MAX];

  for (size_t i = 0; i < block->n; i++)
    if (print_figure (text, block->record[i], "", name))
      return "";
  return METRIC_OF_VARIANT;
}

void
columns_append (struct grid *grid, const struct block *block,
                const struct list *names)
{
  const size_t n = strlen (METRIC_OF_VARIANT);

  for (size_t i = 0; names != NULL && i < names->n; i++) {
    const char *name = names->item[i], *prefix = find_prefix (block, name);
    const size_t j = grid->n_columns++;

    grid->head[j] = strncmp (name, METRIC_OF_VARIANT, n) == 0 ? name + n : name;
    grid->figure[j] = true;
    for (size_t row = 0; row < grid->n; row++) {
      char text[UNITS_MAX];
      const bool there = print_figure (text, block->record[row], prefix, name);

      grid->cell[row][j] = xstrdup (there ? text : "-");
    }
  }
}

static bool
any_has (const struct records *records, const char *name)
{
  char text[UNITS_MAX];

  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *record = records_case (records, i);

    if (record != NULL
        && (print_figure (text, record, "", name)
            || print_figure (text, record, METRIC_OF_VARIANT, name)))
      return true;
  }
  return false;
}

char *
describe_absent_columns (const struct groups *groups)
{
  const struct list *names = groups->columns;
  char *absent = NULL, *text;

  for (size_t i = 0; names != NULL && i < names->n; i++)
    if (!any_has (groups->records, names->item[i]))
      absent = list_append (absent, names->item[i]);
  if (absent == NULL)
    return NULL;
  text = xasprintf ("no row has %s; the column metrics of --format csv has the "
                    "names",
                    absent);
  free (absent);
  return text;
}
