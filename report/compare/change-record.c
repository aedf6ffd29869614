/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The record of a change, and the decision on it.  The decision is Holm's
 * step-down test: among many cases it raises no more false alarms than for one,
 * and a case that is clear enough is still found.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "report/compare/change-record.h"

#define ROW(type, path, unit, column, help)                                    \
  {                                                                            \
#path, FIELD_##type, BY_HOST, unit, column, help,                          \
        FIELD_OFFSET(type, change_record, path), NULL                          \
  }

static const struct field rows[] = {
  ROW (TEXT, type, NULL, NULL, "kind of the record: change"),
  ROW (TEXT, job, NULL, "job", "section of the suite"),
  ROW (TEXT, family, NULL, "family", "family of the kernel"),
  ROW (TEXT, variant, NULL, "variant", "variant of the family"),
  ROW (PAIRS, tunables, NULL, "tunables",
       "all tunables of the variant with their values"),
  ROW (TEXT, device, NULL, "device", "device that the case ran on"),
  { "mode", FIELD_MODE, BY_HOST, NULL, NULL,
    "keys of the measuring mode, by name; CSV: a column each",
    FIELD_OFFSET (MODE, change_record, settings), NULL },
  ROW (PAIRS, params, NULL, "params",
       "all options of the family with their values"),
  ROW (STATUS, old.status, NULL, "old_status",
       "how the case ended in the old run"),
  ROW (REAL, old.median_s, "s", "old_s",
       "time in the old run, of all rounds together"),
  ROW (INTEGER, old.rounds, NULL, "old_rounds",
       "number of rounds in the old run"),
  ROW (STATUS, new.status, NULL, "new_status",
       "how the case ended in the new run"),
  ROW (REAL, new.median_s, "s", "new_s",
       "time in the new run, of all rounds together"),
  ROW (INTEGER, new.rounds, NULL, "new_rounds",
       "number of rounds in the new run"),
  ROW (REAL, ratio, NULL, "ratio",
       "new time over old time, without the drift where it is known"),
  ROW (REAL, low, NULL, "low",
       "lower end of the ratio's 95 % interval, 5 % lower where the drift is "
       "not known"),
  ROW (REAL, high, NULL, "high",
       "upper end of the ratio's 95 % interval, 5 % higher where the drift is "
       "not known"),
  ROW (BOOL, controlled, NULL, "controlled",
       "whether the drift between the runs is known, or both alternated in "
       "one run"),
  ROW (TEXT, verdict, NULL, "verdict",
       "verdict: slower, faster, same, unsure, control, fixed, only old, only "
       "new, or "
       "how a case ended that does not pass"),
  ROW (TEXT, reason, NULL, "reason",
       "why the case does not pass, or is unsure; absent else"),
  ROW (TEXTS, old.verdicts, NULL, "old_verdicts",
       "caveats about the old figures; absent without any"),
  ROW (TEXTS, new.verdicts, NULL, "new_verdicts",
       "caveats about the new figures; absent without any"),
  ROW (TEXT, cpus, NULL, "cpus",
       "processors that the key cpus pins the timing worker to; absent "
       "without that key"),
  ROW (REAL, drift, NULL, "drift",
       "new time over old time of the peers, by which the ratio is divided; "
       "absent where none is known"),
  ROW (REAL, drift_low, NULL, "drift_low",
       "lower end of the drift's 95 % interval"),
  ROW (REAL, drift_high, NULL, "drift_high",
       "upper end of the drift's 95 % interval"),
  ROW (TEXTS, drift_by, NULL, "drift_by",
       "peers that show the drift: variants, or job/variant of other "
       "problems"),
  ROW (TEXT, class, NULL, "class",
       "class of a new result that is wrong, as in the record of its case"),
};

const struct fields change_fields
    = { "change", rows, sizeof rows / sizeof rows[0],
        sizeof (struct change_record) };

struct change_record *
change_record_new (struct pool *pool, const struct case_record *of)
{
  struct change_record *r = pool_alloc (pool, sizeof *r);

  fields_clear (&change_fields, r);
  r->type = change_fields.name;
  r->job = pool_text (pool, of->job);
  r->family = pool_text (pool, of->family);
  r->variant = of->variant;
  r->device = pool_text (pool, of->device);
  r->cpus = of->cpus;
  r->params = pairs_intern (pool, of->params);
  r->tunables = of->tunables;
  r->tuned = of->tuned;
  r->settings = of->settings;
  r->mode = case_record_settings (of).mode;
  return r;
}

/* What the cases of a block share, by address. */
struct change_block {
  const char *job, *family;
  const struct pairs *params;
  struct mode mode;
};

/* Sets the block of a change, numbered in the order of the first changes. */
static void
set_block (struct map *blocks, struct pool *pool, struct change_record *c)
{
  const size_t before = blocks->n;
  struct change_block key;
  struct map_entry *entry;

  /* Zeroes padding, too. */
  memset (&key, 0, sizeof key);
  key.job = c->job;
  key.family = c->family;
  key.params = c->params;
  key.mode = c->mode;
  entry = map_find_or_add (blocks, &key, sizeof key);
  if (blocks->n > before)
    entry->key = pool_intern (pool, &key, sizeof key);
  c->block = entry->number;
}

void
changes_group (struct records *changes)
{
  struct record *sorted = xcalloc (changes->n, sizeof *sorted);
  /* Of each block the place of its next change, at first of its first. */
  size_t *place = xcalloc (changes->n + 1, sizeof *place);
  struct map blocks = { 0 };

  for (size_t i = 1; i < changes->n; i++) {
    struct change_record *c = changes->record[i].of;

    set_block (&blocks, &changes->pool, c);
    place[c->block + 1]++;
  }
  for (size_t i = 1; i < blocks.n; i++)
    place[i] += place[i - 1];
  for (size_t i = 1; i < changes->n; i++) {
    const struct change_record *c = changes->record[i].of;

    sorted[place[c->block]++] = changes->record[i];
  }
  memcpy (&changes->record[1], sorted, (changes->n - 1) * sizeof *sorted);
  map_free (&blocks);
  free (place);
  free (sorted);
}

void
change_record_set_case (struct compared_case *side,
                        const struct case_record *record, size_t rounds)
{
  double time = case_time_shown (record);

  side->status = record->result.status;
  side->median_s = time > 0 ? time : NAN;
  side->rounds = (int64_t)rounds;
  side->verdicts = record->verdicts;
}

/* The interval that is shown, and by which the verdict is decided. */
static struct interval
widened_interval (const struct case_change *c)
{
  struct interval i = estimate_interval (c->estimate);

  return (struct interval){ i.low / exp (c->allowance),
                            i.high * exp (c->allowance) };
}

void
change_record_decide (struct change_record *record,
                      const struct case_change *changed)
{
  struct interval i = widened_interval (changed);

  record->ratio = estimate_ratio (changed->estimate);
  if (isfinite (i.high)) {
    record->low = i.low;
    record->high = i.high;
  }
  if (changed->drift != NULL) {
    i = estimate_interval (changed->drift->mean);
    record->drift = estimate_ratio (changed->drift->mean);
    record->drift_low = i.low;
    record->drift_high = i.high;
    record->drift_by = changed->drift->by;
  }
  record->controlled = changed->allowance > 0 ? FLAG_NO : FLAG_YES;
  record->verdict = names_at (&change_names, changed->change);
}

void
change_record_set_unsure (struct change_record *record, const char *reason)
{
  record->verdict = names_at (&change_names, CHANGE_UNSURE);
  record->reason = reason;
}

bool
change_record_is (const struct change_record *record, enum change change)
{
  return change_record_says (record, names_at (&change_names, change));
}

bool
change_record_says (const struct change_record *record, const char *verdict)
{
  return strcmp (record->verdict, verdict) == 0;
}

static const char *const changes[] = { [CHANGE_UNSURE] = "unsure",
                                       [CHANGE_SAME] = "same",
                                       [CHANGE_FASTER] = "faster",
                                       [CHANGE_SLOWER] = "slower" };

const struct names change_names
    = { changes, sizeof changes / sizeof changes[0] };

/* The probability of any false alarm among all cases, to each side. */
#define ALARM 0.025
/* Fewer cases count as this many: runs of a single case are repeated until one
 * shows what was feared. */
enum { FEWEST_CASES = 10 };

/* The change that a case seems to have, and the probability of that by chance.
 */
struct possible_change {
  struct case_change *of;
  enum change change;
  double chance;
};

static struct possible_change
possible_change_of (struct case_change *c, double edge)
{
  struct estimate up = c->estimate, down = c->estimate;
  struct possible_change possible = { .of = c, .change = CHANGE_SLOWER };

  down.log = -down.log;
  possible.chance = estimate_chance (up, edge + c->allowance);
  if (down.log > 0) {
    possible.change = CHANGE_FASTER;
    possible.chance = estimate_chance (down, edge + c->allowance);
  }
  return possible;
}

static int
compare_chances (const void *left, const void *right)
{
  const struct possible_change *a = left, *b = right;

  return (a->chance > b->chance) - (a->chance < b->chance);
}

bool
change_is_beyond (const struct case_change *c, double margin)
{
  struct interval i = widened_interval (c);

  return i.low > 1 + margin || i.high < 1 / (1 + margin);
}

/* The same where the whole interval lies within the margin. */
static enum change
same_or_unsure (const struct case_change *c, double edge)
{
  struct interval i = widened_interval (c);

  return log (i.high) < edge && log (i.low) > -edge ? CHANGE_SAME
                                                    : CHANGE_UNSURE;
}

static size_t
cases_of_step (size_t n, size_t i)
{
  return n - i > FEWEST_CASES ? n - i : FEWEST_CASES;
}

/* Holm's method: compares the least probable with the level for all n cases,
 * the next with that for n - 1, and stops at the first that may be chance. */
void
changes_decide (struct case_change *c, size_t n, double margin)
{
  const double edge = log1p (margin);
  struct possible_change *possible = xcalloc (n + 1, sizeof *possible);
  size_t i;

  for (i = 0; i < n; i++)
    possible[i] = possible_change_of (&c[i], edge);
  qsort (possible, n, sizeof *possible, compare_chances);
  for (i = 0; i < n; i++) {
    if (possible[i].chance > ALARM / (double)cases_of_step (n, i))
      break;
    possible[i].of->change = possible[i].change;
  }
  for (size_t stop = i; i < n; i++) {
    possible[i].of->change = same_or_unsure (possible[i].of, edge);
    possible[i].of->among = cases_of_step (n, stop);
  }
  free (possible);
}

#define HEAD_ROW(type, path, help)                                             \
  {                                                                            \
#path, FIELD_##type, BY_HOST, NULL, NULL, help,                            \
        FIELD_OFFSET(type, comparison_record, path), NULL                      \
  }

static const struct field head_rows[] = {
  HEAD_ROW (TEXT, type, "kind of the record: comparison"),
  HEAD_ROW (TEXT, gkhost, "version of gkhost that compared"),
  HEAD_ROW (TEXT, old.path,
            "records of the old run, or file of the first build"),
  HEAD_ROW (TEXT, old.started, "start of the old run in UTC"),
  HEAD_ROW (TEXT, old.gkhost, "version that wrote the old records"),
  HEAD_ROW (TEXT, new.path,
            "records of the new run, or file of the second build"),
  HEAD_ROW (TEXT, new.started, "start of the new run in UTC"),
  HEAD_ROW (TEXT, new.gkhost, "version that wrote the new records"),
  HEAD_ROW (REAL, margin, "largest change that counts as none, 0.01 for 1 %"),
  HEAD_ROW (INTEGER, slower, "number of slower cases"),
  HEAD_ROW (INTEGER, faster, "number of faster cases"),
  HEAD_ROW (INTEGER, same, "number of cases without a change"),
  HEAD_ROW (INTEGER, unsure, "number of undecided cases"),
  HEAD_ROW (INTEGER, broken, "number of cases that do not pass"),
  HEAD_ROW (INTEGER, control, "number of peers that show the drift"),
  HEAD_ROW (INTEGER, fixed, "number of cases that pass and did not before"),
  HEAD_ROW (INTEGER, only_old, "number of cases in the old run only"),
  HEAD_ROW (INTEGER, only_new, "number of cases in the new run only"),
  HEAD_ROW (TEXTS, incomplete,
            "what a run lacks: its end, or cases of the old run; absent where "
            "nothing"),
};

const struct fields comparison_fields
    = { "comparison", head_rows, sizeof head_rows / sizeof head_rows[0],
        sizeof (struct comparison_record) };
