/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/text.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "report/report.h"
#include "suite/settings.h"

enum changes_column {
  CHANGES_VARIANT,
  CHANGES_DEVICE,
  CHANGES_OLD,
  CHANGES_NEW,
  CHANGES_DRIFT,
  CHANGES_RATIO,
  CHANGES_INTERVAL,
  CHANGES_VERDICT,
  N_CHANGES_COLUMNS
};

/* For i > 0; record 0 is the comparison's head. */
static const struct change_record *
change_at (const struct records *changes, size_t i)
{
  return changes->record[i].of;
}

size_t
changes_block_end (const struct records *changes, size_t i)
{
  size_t end = i + 1;

  while (end < changes->n
         && change_at (changes, end)->block == change_at (changes, i)->block)
    end++;
  return end;
}

static char *
time_cell (const struct compared_case *side)
{
  char text[UNITS_MAX];

  return xstrdup (side->median_s > 0 ? units_time (text, side->median_s) : "-");
}

/* Slower, faster and broken cases are in upper case. */
static char *
verdict_cell (const struct change_record *c)
{
  char *cell = xstrdup (text_or_empty (c->verdict));
  bool loud = c->breaks || change_record_is (c, CHANGE_SLOWER)
              || change_record_is (c, CHANGE_FASTER);

  for (char *letter = cell; loud && *letter != '\0'; letter++)
    *letter = (char)toupper ((unsigned char)*letter);
  return cell;
}

/* The first caveat of either case; N_CAVEATS: there is none, or the cases were
 * not compared, as when one is suspect. */
static enum caveat
first_caveat (const struct change_record *c)
{
  int i = CAVEAT_SUSPECT + 1;

  if (isnan (c->ratio))
    return N_CAVEATS;
  while (i < N_CAVEATS
         && !texts_contain (&c->old.verdicts, caveat_word ((enum caveat)i))
         && !texts_contain (&c->new.verdicts, caveat_word ((enum caveat)i)))
    i++;
  return (enum caveat)i;
}

/* "SLOWER, noisy" */
static char *
verdict_and_caveat_cell (const struct change_record *c)
{
  const enum caveat caveat = first_caveat (c);
  char *verdict = verdict_cell (c), *cell;

  if (caveat == N_CAVEATS)
    return verdict;
  cell = xasprintf ("%s, %s", verdict, caveat_word (caveat));
  free (verdict);
  return cell;
}

/* "1.0312"; "about 1.9" by an interval that is wider than a factor of two. */
static char *
ratio_cell (double low, double ratio, double high)
{
  return isnan (ratio) ? xstrdup ("-")
         : isnan (low) || units_ratio_is_known (low, high)
             ? xasprintf ("%.4f", ratio)
             : xasprintf ("about %.2g", ratio);
}

static char *
interval_cell (double low, double high)
{
  return isnan (low) ? xstrdup ("-")
         : units_ratio_is_known (low, high)
             ? xasprintf ("%.4f to %.4f", low, high)
             : xstrdup ("wider than 2x");
}

static enum tint
tint_of (const struct change_record *c)
{
  return c->breaks || change_record_is (c, CHANGE_SLOWER) ? TINT_RED
         : change_record_is (c, CHANGE_FASTER)            ? TINT_GREEN
                                                          : TINT_NONE;
}

static void
fill_row (char **cell, const struct change_record *c)
{
  cell[CHANGES_VARIANT] = describe_variant (c->variant, NULL, c->tuned);
  cell[CHANGES_DEVICE] = xstrdup (text_or_empty (c->device));
  cell[CHANGES_OLD] = time_cell (&c->old);
  cell[CHANGES_NEW] = time_cell (&c->new);
  cell[CHANGES_DRIFT] = ratio_cell (c->drift_low, c->drift, c->drift_high);
  cell[CHANGES_RATIO] = ratio_cell (c->low, c->ratio, c->high);
  cell[CHANGES_INTERVAL] = interval_cell (c->low, c->high);
  cell[CHANGES_VERDICT] = verdict_and_caveat_cell (c);
}

/* The one device of a block; NULL when there are several. */
static const char *
device_of (const struct records *changes, size_t i, size_t end)
{
  const char *device = change_at (changes, i)->device;

  for (; i < end; i++)
    if (change_at (changes, i)->device != device)
      return NULL;
  return device;
}

void
changes_view_make (struct grid *grid, const struct records *changes, size_t i,
                   size_t end)
{
  *grid = (struct grid){ .head = { "variant", "device", "old", "new", "drift",
                                   "new/old", "95 % interval", "verdict" },
                         .verdict = CHANGES_VERDICT,
                         .n_columns = N_CHANGES_COLUMNS };
  for (int j = CHANGES_OLD; j <= CHANGES_INTERVAL; j++)
    grid->figure[j] = true;
  for (size_t row = i; row < end; row++) {
    fill_row (grid_add_row (grid), change_at (changes, row));
    grid->tint[row - i] = tint_of (change_at (changes, row));
  }
  if (device_of (changes, i, end) != NULL)
    grid->head[CHANGES_DEVICE] = NULL;
  grid_hide_empty (grid, CHANGES_DRIFT);
}

char *
describe_changes (const struct records *changes, size_t i, size_t end)
{
  const struct change_record *c = change_at (changes, i);
  struct problem_heading heading = { .job = c->job,
                                     .family = c->family,
                                     .params = c->params,
                                     .settings = settings_default (),
                                     .device = c->device,
                                     .cpus = c->cpus,
                                     .on = device_of (changes, i, end) };

  heading.settings.mode = c->mode;
  return describe_problem (&heading);
}

/* Adds a line; of the row's device where the block has several. */
static void
add_drift (struct text *text, const struct change_record *c, const char *device)
{
  char *ratio = ratio_cell (c->drift_low, c->drift, c->drift_high);
  char *interval = interval_cell (c->drift_low, c->drift_high);

  text_add (text, "%sthe peer%s", text->n > 0 ? "; " : "",
            c->drift_by.n > 1 ? "s" : "");
  for (size_t i = 0; i < c->drift_by.n; i++)
    text_add (text, "%s %s", i > 0 ? "," : "", c->drift_by.text[i]);
  if (device != NULL)
    text_add (text, " on %s", device);
  text_add (text, " took %s times as long in new (95 %% interval %s)", ratio,
            interval);
  free (ratio);
  free (interval);
}

char *
describe_drifts (const struct records *changes, size_t i, size_t end)
{
  const bool several = device_of (changes, i, end) == NULL;
  struct text text = { 0 };
  bool unknown = false;

  for (size_t j = i; j < end; j++) {
    const struct change_record *c = change_at (changes, j);
    size_t first = i;

    unknown |= c->controlled == FLAG_NO && !isnan (c->low);
    if (isnan (c->drift))
      continue;
    while (change_at (changes, first)->device != c->device
           || isnan (change_at (changes, first)->drift))
      first++;
    if (first == j)
      add_drift (&text, c, several ? c->device : NULL);
  }
  if (text.n > 0)
    text_add (&text, ": new/old is without this drift");
  if (unknown)
    text_add (&text, "%s: the intervals are 5 %% wider to both sides",
              text.n > 0 ? "; no peer shows that of the others"
                         : "no peer shows the drift");
  return text.data;
}

struct marks
changes_marks (const struct records *changes)
{
  struct marks marks = { 0 };

  for (size_t i = 1; i < changes->n; i++) {
    const enum caveat caveat = first_caveat (change_at (changes, i));

    if (caveat < N_CAVEATS)
      marks.caveat[caveat] = true;
  }
  return marks;
}

char *
describe_compared (const struct compared_with *with)
{
  const struct run_record run = { .gkhost = with->gkhost,
                                  .started = with->started,
                                  .suite.path = with->path };

  return describe_run (&run);
}

char *
describe_comparison_totals (const struct records *changes)
{
  const struct comparison_record *r = changes->record[0].of;
  const struct {
    int64_t n;
    const char *what;
  } count[] = { { r->slower, "slower" },
                { r->faster, "faster" },
                { r->same, "the same" },
                { r->unsure, "unsure" },
                { r->broken, "not passing" },
                { r->fixed, "fixed" },
                { r->control, r->control == 1 ? "control" : "controls" },
                { r->only_old, "only in old" },
                { r->only_new, "only in new" } };
  struct text text = { 0 };
  const char *before = ":";

  text_add (&text, "%zu %s", changes->n - 1,
            changes->n == 2 ? "case" : "cases");
  for (size_t i = 0; i < sizeof count / sizeof count[0]; i++)
    if (count[i].n > 0) {
      text_add (&text, "%s %lld %s", before, (long long)count[i].n,
                count[i].what);
      before = ",";
    }
  return text.data;
}

/* Adds a text that was not added before, and frees it. */
static void
add_reason (struct texts *reasons, struct map *known, struct pool *pool,
            char *text)
{
  const char *kept = pool_made (pool, text);

  if (map_find_or_add (known, kept, strlen (kept))->number == reasons->n)
    texts_add (pool, reasons, kept);
}

struct texts
describe_change_reasons (const struct records *changes, struct pool *pool)
{
  const struct comparison_record *head = changes->record[0].of;
  struct texts reasons = { 0 };
  struct map known = { 0 };

  for (size_t i = 0; i < head->incomplete.n; i++)
    add_reason (
        &reasons, &known, pool,
        xasprintf ("incomplete: %s%s", head->incomplete.text[i],
                   head->fails ? "; --allow-missing accepts that" : ""));

  for (size_t i = 1; i < changes->n; i++) {
    const struct change_record *c = change_at (changes, i);

    if (c->reason != NULL)
      add_reason (&reasons, &known, pool,
                  xasprintf ("%s: %s", text_or_empty (c->verdict), c->reason));
  }
  map_free (&known);
  return reasons;
}

/* A comparison on the terminal: one block per problem, at most print_columns
 * wide.
 */

#define INDENT 4 /* of continuation lines */

enum { MARGIN = 0, WIDTH = 7 }; /* of the list at the top */

static void
print_item (FILE *out, const char *name, char *text)
{
  wrap_item (out, MARGIN, WIDTH, name, text);
  free (text);
}

static void
print_table_block (FILE *out, const struct records *changes, size_t i,
                   size_t end)
{
  struct grid grid;

  putc ('\n', out);
  print_wrapped (out, "", INDENT, describe_changes (changes, i, end));
  print_wrapped (out, "", INDENT, describe_drifts (changes, i, end));
  changes_view_make (&grid, changes, i, end);
  grid_fit (&grid);
  grid_print_head (out, &grid);
  for (size_t row = 0; row < grid.n; row++)
    grid_print_row (out, &grid, row);
  grid_free (&grid);
}

static void
print_table_end (FILE *out, const struct records *changes)
{
  struct pool pool = { 0 };
  struct texts reasons = describe_change_reasons (changes, &pool);

  putc ('\n', out);
  print_wrapped (out, "", INDENT, describe_comparison_totals (changes));
  for (size_t i = 0; i < reasons.n; i++)
    wrap_print (out, "", INDENT, reasons.text[i]);
  pool_free (&pool);
}

void
changes_table (FILE *out, const struct records *changes)
{
  const struct comparison_record *head = changes->record[0].of;
  const struct marks marks = changes_marks (changes);
  char margin[UNITS_MAX];

  print_item (out, "old", describe_compared (&head->old));
  print_item (out, "new", describe_compared (&head->new));
  wrap_item (out, MARGIN, WIDTH, "margin",
             units_percent (margin, head->margin));
  for (size_t i = 1, end; i < changes->n; i = end) {
    end = changes_block_end (changes, i);
    print_table_block (out, changes, i, end);
  }
  marks_print (out, &marks);
  print_table_end (out, changes);
}

/* A comparison as Markdown, e.g. for a comment on a pull request: the totals
 * and reasons first, then all rows.
 */

static void
print_markdown_block (FILE *out, const struct records *changes, size_t i,
                      size_t end)
{
  struct grid grid;

  markdown_print_and_free (out, "\n### ", describe_changes (changes, i, end),
                           "\n\n");
  markdown_print_and_free (out, "", describe_drifts (changes, i, end), "\n\n");
  changes_view_make (&grid, changes, i, end);
  grid_print_markdown (out, &grid);
  grid_free (&grid);
}

void
changes_markdown (FILE *out, const struct records *changes)
{
  const struct comparison_record *head = changes->record[0].of;
  const struct marks marks = changes_marks (changes);
  struct pool pool = { 0 };
  struct texts reasons = describe_change_reasons (changes, &pool);
  char margin[UNITS_MAX];

  markdown_print_and_free (out, "**", describe_comparison_totals (changes),
                           "**\n\n");
  markdown_print_and_free (out, "- old: ", describe_compared (&head->old),
                           "\n");
  markdown_print_and_free (out, "- new: ", describe_compared (&head->new),
                           "\n");
  fprintf (out, "- margin: %s\n", units_percent (margin, head->margin));
  for (size_t i = 0; i < reasons.n; i++) {
    fputs ("- ", out);
    markdown_print (out, reasons.text[i]);
    putc ('\n', out);
  }
  pool_free (&pool);
  for (size_t i = 1, end; i < changes->n; i = end) {
    end = changes_block_end (changes, i);
    print_markdown_block (out, changes, i, end);
  }
  marks_print_markdown (out, &marks);
}
