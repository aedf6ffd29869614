/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A comparison in four steps: join the rounds of each run, match the cases of
 * both, check that both runs were measured alike, and decide on the change of
 * each case.
 *
 * Between two runs more may change than what is compared, such as clocks or
 * temperature.  The drift of the peers is taken out.  Without peers,
 * the allowance SESSION_DRIFT widens each interval.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "record/case-identity.h"
#include "report/compare/comparison.h"
#include "suite/settings.h"

/* How far two sessions may drift apart, where no peer measures it. */
#define SESSION_DRIFT 0.05

#define REMEDY "measure both alike, or compare them nevertheless with --across"

static const struct device_record *
device_of (const struct compared_run *run, const char *name)
{
  const struct run_record *record = records_run (run->records);

  return record != NULL ? device_record_find (&record->devices, name) : NULL;
}

/* Returns "NVIDIA H200, 132 units, capability 90, driver 13.0". */
static char *
device_text (const struct device_record *device)
{
  char *identity, *text;

  if (device == NULL)
    return xstrdup ("unknown");
  identity = device_identity (device);
  text = xasprintf ("%s%s%s", identity,
                    device->driver != NULL ? ", driver " : "",
                    text_or_empty (device->driver));
  free (identity);
  return text;
}

static bool
same_device (const struct compared_run *old, const struct compared_run *new,
             const char *name)
{
  char *was = device_text (device_of (old, name));
  char *is = device_text (device_of (new, name));
  bool same = strcmp (was, is) == 0;

  if (!same)
    message_print ("%s was %s in %s and is %s in %s: " REMEDY, name, was,
                   old->path, is, new->path);
  free (was);
  free (is);
  return same;
}

static bool
same_setting (const struct setting *setting, const struct match *match,
              const struct compared_run *old, const struct compared_run *new)
{
  const struct settings a = case_record_settings (match->old);
  const struct settings b = case_record_settings (match->new);
  char *was = value_text (&setting->option, setting_get (setting, &a));
  char *is = value_text (&setting->option, setting_get (setting, &b));
  bool same = strcmp (was, is) == 0;

  if (!same)
    message_print (
        "%s/%s was measured with %s = %s in %s and with %s in %s: " REMEDY,
        text_or_empty (match->old->job), text_or_empty (match->old->variant),
        setting->option.name, was, old->path, is, new->path);
  free (was);
  free (is);
  return same;
}

static bool
same_settings (const struct match *match, const struct compared_run *old,
               const struct compared_run *new)
{
  const struct setting *s;

  for (size_t i = 0; (s = setting_at (i)) != NULL; i++)
    if (s->affects_time && !same_setting (s, match, old, new))
      return false;
  return true;
}

/* A peer of another library version does not measure the drift. */
static bool
same_library (const struct match *match, const struct compared_run *old,
              const struct compared_run *new)
{
  bool same = !drift_is_of_libraries (match);

  if (!same)
    message_print (
        "the peer %s/%s was %s in %s and is %s in %s, another library "
        "version, and does not show the drift: " REMEDY,
        text_or_empty (match->old->job), text_or_empty (match->old->variant),
        match->old->result.library, old->path, match->new->result.library,
        new->path);
  return same;
}

static bool
runs_are_alike (const struct compared_run *old, const struct compared_run *new,
                const struct match *match, size_t n)
{
  const char *device = NULL;

  for (size_t i = 0; i < n; i++) {
    if (match[i].old == NULL || match[i].new == NULL)
      continue;
    /* Texts are interned: equal ones have the same address. */
    if (match[i].old->device != device
        && !same_device (old, new, match[i].old->device))
      return false;
    device = match[i].old->device;
    if (!same_settings (&match[i], old, new)
        || !same_library (&match[i], old, new))
      return false;
  }
  return true;
}

/* A comparison while it is made; arrays by match. */
struct comparing {
  struct comparison *comparison;
  struct match *match;
  struct estimate *estimate;   /* these are in the pool of the changes */
  bool *timed;                 /* both have a time that may be compared */
  bool *control;               /* shows the drift */
  struct drifts drifts;        /* empty: unknown */
  struct case_change *changed; /* cases to decide on */
  size_t *number, n_changed;   /* the index of each in match */
  size_t n;
};

static bool
has_time (const struct case_record *record)
{
  return record != NULL && case_time (record) > 0;
}

/* True for two builds in one run, whose cases alternate: both met the same
 * drift. */
static bool
is_one_run (const struct comparison *c)
{
  return c->old.records == c->new.records && c->old.build_label != NULL;
}

static struct estimate
estimate_of (const struct comparison *c, const struct match *match)
{
  double *over, *under;
  struct estimate e;
  size_t n_over, n_under;

  if (is_one_run (c)
      && rounds_ratio (&c->new.rounds, match->new, &c->old.rounds, match->old,
                       &e))
    return e;
  n_over = rounds_times (&c->new.rounds, match->new, &over);
  n_under = rounds_times (&c->old.rounds, match->old, &under);
  e = estimate_apart (over, n_over, under, n_under);
  free (over);
  free (under);
  return e;
}

/* Where all cases are peers, the peers are compared, and the drift is unknown:
 * with their own drift taken out all would be the same. */
static void
find_controls (struct comparing *c)
{
  bool others = false;

  for (size_t i = 0; i < c->n; i++) {
    c->control[i] = c->timed[i] && c->estimate[i].freedom > 0
                    && drift_is_control (&c->match[i]);
    others = others || (c->timed[i] && !drift_is_control (&c->match[i]));
  }
  if (!others || is_one_run (c->comparison))
    memset (c->control, 0, c->n * sizeof *c->control);
}

/* Adds a case to decide on, with the drift taken out. */
static void
add_changed (struct comparing *c, size_t i)
{
  struct case_change changed = { .estimate = c->estimate[i] };

  changed.drift = drift_of (&c->drifts, c->match[i].old);
  if (changed.drift != NULL)
    changed.estimate = estimate_without (changed.estimate, changed.drift->mean);
  else if (!is_one_run (c->comparison))
    changed.allowance = log1p (SESSION_DRIFT);
  c->number[c->n_changed] = i;
  c->changed[c->n_changed++] = changed;
}

static void
decide_changes (struct comparing *c)
{
  find_controls (c);
  drifts_make (&c->drifts, &c->comparison->changes.pool, c->match, c->estimate,
               c->control, c->n);
  for (size_t i = 0; i < c->n; i++)
    if (c->timed[i] && !c->control[i])
      add_changed (c, i);
  changes_decide (c->changed, c->n_changed, c->comparison->margin);
}

static size_t
count_rounds (const struct rounds *rounds, const struct case_record *record)
{
  double *time;
  size_t n = rounds_times (rounds, record, &time);

  free (time);
  return n;
}

static struct compared_with
compared_with (struct pool *pool, const struct compared_run *compared)
{
  const struct run_record *run = records_run (compared->records);

  return (struct compared_with){ .path = pool_text (pool, compared->path),
                                 .started = run != NULL ? run->started : NULL,
                                 .gkhost = run != NULL ? run->gkhost : NULL };
}

static struct comparison_record *
add_head (struct comparison *comparison)
{
  struct pool *pool = &comparison->changes.pool;
  struct comparison_record *r = pool_alloc (pool, sizeof *r);

  fields_clear (&comparison_fields, r);
  r->type = comparison_fields.name;
  r->gkhost = PACKAGE_VERSION;
  r->old = compared_with (pool, &comparison->old);
  r->new = compared_with (pool, &comparison->new);
  r->margin = comparison->margin;
  r->slower = r->faster = r->same = r->unsure = r->broken = 0;
  r->control = r->fixed = r->only_old = r->only_new = 0;
  records_add (&comparison->changes, &comparison_fields, r);
  return r;
}

static void
count_change (struct comparison_record *head, const struct change_record *r)
{
  const bool only_old = change_record_says (r, CHANGE_ONLY_OLD);

  head->only_old += only_old;
  head->broken += r->breaks && !only_old;
  head->slower += change_record_is (r, CHANGE_SLOWER);
  head->faster += change_record_is (r, CHANGE_FASTER);
  head->same += change_record_is (r, CHANGE_SAME);
  head->unsure += change_record_is (r, CHANGE_UNSURE);
  head->control += change_record_says (r, CHANGE_CONTROL);
  head->fixed += change_record_says (r, CHANGE_FIXED);
  head->only_new += change_record_says (r, CHANGE_ONLY_NEW);
}

static struct change_record *
add_record (struct comparing *c, size_t i)
{
  struct comparison *comparison = c->comparison;
  const struct match *m = &c->match[i];
  struct change_record *r = change_record_new (
      &comparison->changes.pool, m->old != NULL ? m->old : m->new);

  if (m->old != NULL)
    change_record_set_case (&r->old, m->old,
                            count_rounds (&comparison->old.rounds, m->old));
  if (m->new != NULL)
    change_record_set_case (&r->new, m->new,
                            count_rounds (&comparison->new.rounds, m->new));
  records_add (&comparison->changes, &change_fields, r);
  return r;
}

/* Sets the verdict of a case whose times can't be compared. */
static void
set_undecided (struct change_record *r, const struct match *m, bool lack)
{
  if (m->new == NULL) {
    r->verdict = CHANGE_ONLY_OLD;
    r->breaks = lack;
  } else if (!case_passes (m->new)) {
    r->verdict = case_outcome (m->new);
    r->reason = m->new->result.reason;
    r->class = m->new->result.class;
    r->breaks = true;
  } else if (m->old == NULL)
    r->verdict = CHANGE_ONLY_NEW;
  else if (!case_passes (m->old))
    r->verdict = CHANGE_FIXED;
  else
    change_record_set_unsure (r, "there is no time to compare");
}

static void
set_control (struct change_record *r, struct estimate e)
{
  const struct case_change changed = { .estimate = e };

  change_record_decide (r, &changed);
  r->controlled = FLAG_ABSENT;
  r->verdict = CHANGE_CONTROL;
}

static void
set_unsure (struct comparing *c, struct change_record *r,
            const struct case_change *changed)
{
  char *text = xasprintf (
      changed->estimate.freedom < 1
          ? "a run has one round only: measure both with rounds = 10"
      : change_is_beyond (changed, c->comparison->margin)
          ? "the interval is beyond the margin, but not sure enough for %zu "
            "cases (fewer count as 10): more rounds make it narrower"
      : changed->allowance > 0
          ? "what else changed between the runs is not known, and may be 5 %%: "
            "measure a peer with it in both, of one library, or use --compare"
          : "the interval reaches across the margin: more rounds make it "
            "narrower",
      changed->among);

  change_record_set_unsure (r, pool_made (&c->comparison->changes.pool, text));
}

/* Adds that a run did not end as it should; which is "old ".  Some cases of it
 * alone may be compared. */
static void
add_break (struct comparison *of, struct texts *texts, const char *which,
           const struct records *records)
{
  const struct end_record *end = records_end (records);
  char *what = records_describe_break (records);

  if (end == NULL || end->interrupted == FLAG_YES)
    texts_add_once (&of->changes.pool, texts,
                    xasprintf ("the %srun %s", which, what));
  free (what);
}

static void
set_incomplete (struct comparison *of, struct comparison_record *head)
{
  const bool one = is_one_run (of);

  add_break (of, &head->incomplete, one ? "" : "old ", of->old.records);
  if (!one)
    add_break (of, &head->incomplete, "new ", of->new.records);
  if (head->only_old > 0)
    texts_add_once (&of->changes.pool, &head->incomplete,
                    xasprintf ("new lacks %lld of the %zu cases of old",
                               (long long)head->only_old, of->old.rounds.n));
  head->fails = head->incomplete.n > 0 && !of->allow_missing;
}

static void
add_records (struct comparing *c)
{
  struct comparison_record *head = add_head (c->comparison);
  size_t next = 0;

  for (size_t i = 0; i < c->n; i++) {
    struct change_record *r = add_record (c, i);
    bool decided = next < c->n_changed && c->number[next] == i;

    if (decided) {
      change_record_decide (r, &c->changed[next]);
      if (c->changed[next].change == CHANGE_UNSURE)
        set_unsure (c, r, &c->changed[next]);
      next++;
    } else if (c->timed[i])
      set_control (r, c->estimate[i]);
    else
      set_undecided (r, &c->match[i], !c->comparison->allow_missing);
    count_change (head, r);
  }
  set_incomplete (c->comparison, head);
  changes_group (&c->comparison->changes);
}

static void
compare_matches (struct comparing *c)
{
  struct pool *pool = &c->comparison->changes.pool;

  c->estimate = pool_alloc (pool, c->n * sizeof *c->estimate);
  c->timed = pool_alloc (pool, c->n * sizeof *c->timed);
  c->control = pool_alloc (pool, c->n * sizeof *c->control);
  c->changed = pool_alloc (pool, c->n * sizeof *c->changed);
  c->number = pool_alloc (pool, c->n * sizeof *c->number);
  for (size_t i = 0; i < c->n; i++) {
    c->timed[i] = has_time (c->match[i].old) && has_time (c->match[i].new);
    if (c->timed[i])
      c->estimate[i] = estimate_of (c->comparison, &c->match[i]);
  }
  decide_changes (c);
  add_records (c);
  drifts_free (&c->drifts);
}

/* False, after a message, where a case has another timer in each run. */
static bool
timers_are_alike (const struct compared_run *old,
                  const struct compared_run *new, const struct match *match,
                  size_t n)
{
  const struct case_record *record = match_find_other_timer (match, n);

  if (record != NULL)
    message_print (
        "%s/%s was timed by one timer in %s and by another in %s, which "
        "encloses less or more of a launch: measure both with the same "
        "timer, events or kernel",
        text_or_empty (record->job), text_or_empty (record->variant), old->path,
        new->path);
  return record == NULL;
}

static bool
any_in_both (const struct match *match, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (match[i].old != NULL && match[i].new != NULL)
      return true;
  return false;
}

bool
comparison_make (struct comparison *comparison, bool across)
{
  struct compared_run *old = &comparison->old, *new = &comparison->new;
  struct comparing c = { .comparison = comparison };
  bool good = true;

  comparison->changes = (struct records){ 0 };
  rounds_make (&old->rounds, old->records, old->build_label);
  rounds_make (&new->rounds, new->records, new->build_label);
  c.match = match_rounds (&old->rounds, &new->rounds, &c.n);
  if (!timers_are_alike (old, new, c.match, c.n))
    good = false;
  else if (!any_in_both (c.match, c.n)) {
    message_print ("%s and %s have no case in common: compare runs of the same "
                   "problems, variants, modes and devices",
                   old->path, new->path);
    good = false;
  } else if (!across)
    good = runs_are_alike (old, new, c.match, c.n);
  if (good)
    compare_matches (&c);
  else
    comparison_free (comparison);
  free (c.match);
  return good;
}

void
comparison_free (struct comparison *comparison)
{
  rounds_free (&comparison->old.rounds);
  rounds_free (&comparison->new.rounds);
  records_free (&comparison->changes);
}

bool
comparison_is_bad (const struct comparison *comparison)
{
  const struct comparison_record *r = comparison->changes.record[0].of;

  return r->slower + r->broken > 0 || r->fails;
}
