/* SPDX-License-Identifier: BSD-3-Clause
 *
 * --resume: matches the results in a file with the cases of the plan.  The
 * suite, gkhost, the judges, the devices and the builds of --compare must be
 * the same as before, and the host unless --across is given; another plugin may
 * have been rebuilt, and then its cases run again.  A case is found by its
 * identity (record/case-identity.h), not by its number, so that other options
 * may select other cases.  A result that has the same number and position in
 * the new run stays as it is; others are written again under the new number.
 * The file is only appended to: the new run record lists the numbers of the
 * earlier records that no longer count (resumed.without).
 */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "record/case-identity.h"
#include "record/runs.h"
#include "run/resumption.h"

/* The state of a resumption. */
struct case_matching {
  struct resumption *r;
  const struct plan *plan;
  const struct run_options *options;
  struct records *records; /* of the file, later joined to one run */
  const struct run_record *was;
  struct results results;         /* in the file */
  const struct case_record *last; /* last case that ran, if its problem was not
                                     released; NULL: released */
  bool ended;                     /* the run in the file was completed */
  const struct case_record **at;  /* by number in the file */
  struct map planned;             /* the cases of the plan */
  struct pool keys;
  struct pool scratch; /* of a few cases */
};

/* In `at` for a number that several records have. */
static const struct case_record ambiguous;

static void
find_last (struct case_matching *m)
{
  const struct records *records = m->records;

  for (size_t i = records->n; i-- > 0;) {
    const struct fields *fields = records->record[i].fields;

    if (fields == &end_fields) {
      const struct end_record *end = records->record[i].of;

      m->ended = i == records->n - 1 && end->interrupted != FLAG_YES;
      if (end->interrupted != FLAG_YES)
        return;
    } else if (fields == &case_fields && case_ran (records->record[i].of)) {
      m->last = records->record[i].of;
      return;
    } else if (fields == &fault_fields
               && ((const struct fault_record *)records->record[i].of)->variant
                      == NULL)
      return;
  }
}

/* The wall time of a run, in seconds.  Of a part that was killed, which has no
 * end record, only the time of its cases is known. */
static double
wall_of (const struct records *records)
{
  double wall = 0;

  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *c = records_case (records, i);

    if (c != NULL)
      wall += fmax (c->result.spent.total_s, 0);
    else if (records->record[i].fields == &end_fields)
      wall = fmax (((const struct end_record *)records->record[i].of)->wall_s,
                   0);
  }
  return wall;
}

static void
find_results (struct case_matching *m)
{
  const struct run_record *part = NULL;

  for (size_t i = 0; i < m->records->n; i++) {
    const struct case_record *c = records_case (m->records, i);

    if (m->records->record[i].fields == &run_fields)
      part = m->records->record[i].of;
    else if (c != NULL)
      results_add (&m->results, c, part, &m->plan->catalog);
  }
}

static void
number_records (struct case_matching *m)
{
  m->at = xcalloc (m->plan->cases.n + 1, sizeof m->at[0]);
  for (size_t i = 0; i < m->records->n; i++) {
    const struct case_record *c = records_case (m->records, i);

    if (c != NULL && c->number >= 0 && (uint64_t)c->number < m->plan->cases.n)
      m->at[c->number] = m->at[c->number] == NULL ? c : &ambiguous;
  }
}

/* Whether a result is kept instead of running the case again. */
static bool
result_holds (const struct case_matching *m, const struct case_record *result,
              const struct case_ *c)
{
  enum status status = result->result.status;

  if (c->skip != NULL)
    return !case_ran (result)
           && strcmp (text_or_empty (result->result.reason), c->skip) == 0;
  return m->options->resume != RESUME_FAILED
         || (status != STATUS_FAILED && status != STATUS_CRASHED
             && status != STATUS_TIMEOUT);
}

static bool
is_planned (struct case_matching *m, const struct case_record *record, bool add)
{
  const struct identity identity = case_identity (record);
  bool there = map_find (&m->planned, &identity, sizeof identity) != NULL;

  if (add && !there)
    map_find_or_add (&m->planned, &identity, sizeof identity)->key
        = pool_intern (&m->keys, &identity, sizeof identity);
  return there;
}

/* Records, with a message, that a plugin was rebuilt. */
static void
note_rebuilt (struct case_matching *m, const char *name)
{
  struct run_record *now = m->r->run;
  const struct plugin_record *a = plugin_record_find (m->was, name);
  const struct plugin_record *b = plugin_record_find (now, name);

  if (a == NULL || b == NULL || a->build == NULL || b->build == NULL
      || strcmp (a->build, b->build) == 0
      || texts_contain (&now->rebuilt, name))
    return;
  texts_add (&m->records->pool, &now->rebuilt, name);
  message_print (
      "plugin %s was rebuilt since %s was written: its cases are run "
      "again",
      name, m->options->output);
}

/* Copies a result to the number that the case has now. */
static struct case_record *
copy_result (struct case_matching *m, const struct case_ *c,
             const struct case_record *result)
{
  struct resumption *r = m->r;
  struct case_record *copy = case_record_new (&m->records->pool, c);

  copy->result = result->result;
  copy->rate.value = result->rate.value;
  copy->rate.unit = result->rate.unit;
  copy->of_limit = result->of_limit;
  copy->of_limit_at_clock = result->of_limit_at_clock;
  copy->limit.seconds = result->limit.seconds;
  copy->limit.by = result->limit.by;
  copy->output = result->output;
  copy->verdicts = result->verdicts;
  copy->telemetry = result->telemetry;
  copy->beside = result->beside;
  copy->place = result->place;
  copy->libraries = result->libraries;
  copy->killed = result->killed;
  return XAPPEND (r->copy, r->n_copies) = copy;
}

static void
match_case (struct case_matching *m, const struct case_ *c)
{
  const struct case_record *planned = case_record_new (&m->scratch, c);
  const struct case_record *result
      = results_find (&m->results, planned, m->r->run, &m->plan->catalog);

  is_planned (m, planned, true);
  if (result == NULL || !result_holds (m, result, c)) {
    note_rebuilt (m, c->variant->plugin->name);
    note_rebuilt (m, c->problem->job->family->plugin->name);
  } else {
    const struct identity here = case_run_position (planned),
                          before = case_run_position (result);

    if (result == m->last)
      m->r->unreleased = c;
    m->r->n_there++;
    m->r->there[c->index] = result == m->at[c->index]
                                    && here.hash == before.hash
                                    && here.bytes == before.bytes
                                ? result
                                : copy_result (m, c, result);
  }
}

static void
append_range (struct case_matching *m, int64_t from, int64_t to)
{
  struct texts *without = &m->r->run->resumed.without;
  char *range = from < to ? xasprintf ("%" PRId64 "-%" PRId64, from, to)
                          : xasprintf ("%" PRId64, from);

  if (from <= to)
    texts_add (&m->records->pool, without, range);
  free (range);
}

/* Lists the numbers of records that no longer count.  Returns how many of them
 * are of cases that the plan does not have. */
static size_t
list_overridden (struct case_matching *m)
{
  int64_t from = 0, to = -1;
  size_t n = 0;

  for (size_t i = 0; i < m->records->n; i++) {
    const struct case_record *c = records_case (m->records, i);

    if (c == NULL
        || (c->number >= 0 && (uint64_t)c->number < m->plan->cases.n
            && m->r->there[c->number] == c))
      continue;
    if (case_ran (c) && !is_planned (m, c, false))
      n++;
    if (c->number != to + 1) {
      append_range (m, from, to);
      from = c->number;
    }
    to = c->number;
  }
  append_range (m, from, to);
  return n;
}

/* A problem of which a further case runs is released after that. */
static void
forget_released (struct case_matching *m)
{
  const struct cases *cases = &m->plan->cases;

  for (size_t i = 0; i < cases->n && m->r->unreleased != NULL; i++)
    if (cases->case_[i].problem == m->r->unreleased->problem
        && cases->case_[i].skip == NULL && m->r->there[i] == NULL)
      m->r->unreleased = NULL;
}

static void
match_cases (struct case_matching *m)
{
  struct resumption *r = m->r;
  const struct cases *cases = &m->plan->cases;
  size_t n_left_out;

  number_records (m);
  for (size_t i = 0; i < cases->n; i++) {
    if (i % 256 == 0)
      pool_free (&m->scratch);
    match_case (m, &cases->case_[i]);
  }
  n_left_out = list_overridden (m);
  forget_released (m);
  r->run->resumed.cases = (int64_t)r->n_there;
  r->done = m->ended && r->n_there == cases->n && r->n_copies == 0
            && r->run->resumed.without.n == 0
            && job_records_same (&m->was->jobs, &r->run->jobs);
  if (m->options->resume == RESUME_FAILED && r->n_there == cases->n)
    message_print (
        "no case of %s that can run failed, crashed or timed out: none is run",
        m->options->output);
  else
    message_print ("%s has the results of %zu of %zu cases: %s",
                   m->options->output, r->n_there, cases->n,
                   r->n_there < cases->n ? "the others are run"
                                         : "none is run");
  if (n_left_out > 0)
    message_print (
        "%s: %zu results are of no case of this run, and are left out of "
        "the report: they stay in the file",
        m->options->output, n_left_out);
}

static void
case_matching_free (struct case_matching *m)
{
  results_free (&m->results);
  map_free (&m->planned);
  pool_free (&m->keys);
  pool_free (&m->scratch);
  free (m->at);
}

/* ---- Is it the same run? ---- */

#define REMEDY                                                                 \
  "name another file with -o, or leave out --resume to replace this one"

static bool
texts_differ (const char *a, const char *b)
{
  return strcmp (text_or_empty (a), text_or_empty (b)) != 0;
}

/* Whether this run looked for devices of the kind of that name. */
static bool
was_searched (const struct run_record *now, const char *name)
{
  const struct device_record *device = now->devices.item;
  int kind = device_kind_find (name);

  if (kind < 0 || now->absent[kind] != NULL)
    return true;
  for (size_t i = 0; i < now->devices.n; i++)
    if (device_kind_find (device[i].name) == kind)
      return true;
  return false;
}

/* The identity of a device of this run, for a message; to be freed. */
static char *
identity_now (const struct device_record *device)
{
  if (device == NULL)
    return xstrdup ("not there");
  return device->lost != NULL ? xstrdup ("lost") : device_identity (device);
}

/* False, after a message, when a device that cases ran on is another here.  A
 * kind of device that this run does not use is not compared. */
static bool
same_device (const char *path, const struct run_record *was,
             const struct run_record *now, const char *name)
{
  const struct device_record *a = device_record_find (&was->devices, name);
  const struct device_record *b = device_record_find (&now->devices, name);
  char *had, *has;
  bool same;

  if (a == NULL || (b == NULL && !was_searched (now, name)))
    return true;
  had = device_identity (a);
  has = identity_now (b);
  same = strcmp (had, has) == 0;
  if (!same)
    message_print (
        "%s is of another device: %s was %s, and is %s here; " REMEDY, path,
        name, had, has);
  free (had);
  free (has);
  return same;
}

/* Devices of one model on two hosts are not the same.  Notes the other host in
 * the run record.  False, after a message, where --across is not given. */
static bool
same_host (struct case_matching *m)
{
  const char *was = m->was->host.name, *is = m->r->run->host.name;
  bool ran = false;

  for (size_t i = 0; i < m->records->n && !ran; i++) {
    const struct case_record *c = records_case (m->records, i);

    ran = c != NULL && case_ran (c);
  }
  if (!ran || was == NULL || !texts_differ (was, is))
    return true;
  texts_add (&m->records->pool, &m->r->run->hosts, was);
  message_print (m->options->across
                     ? "%s is of host %s, and goes on on %s"
                     : "%s is of host %s, and this is %s; go on here with "
                       "--across, or name another file with -o",
                 m->options->output, was, is);
  return m->options->across;
}

static bool
same_devices (const char *path, const struct records *records,
              const struct run_record *now)
{
  const char *last = NULL;

  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *c = records_case (records, i);

    /* Equal texts have the same address in the records' pool. */
    if (c == NULL || !case_ran (c) || c->device == NULL || c->device == last)
      continue;
    if (!same_device (path, records_run (records), now, c->device))
      return false;
    last = c->device;
  }
  return true;
}

/* Returns the hash of a build of --compare, of which the second is the last
 * plugin record; NULL: unknown. */
static const char *
build_at (const struct run_record *run, int side)
{
  const struct plugin_record *plugin = run->plugins.item, *found;

  if (run->plugins.n == 0)
    return NULL;
  found = &plugin[run->plugins.n - 1];
  if (side == 0)
    found = plugin_record_find (run, text_or_empty (found->name));
  return found != NULL ? found->build : NULL;
}

/* Rounds of --compare alternate two builds: none may have been rebuilt. */
static bool
same_builds (const struct run_record *was, const struct run_record *now)
{
  bool same = was->sides.n == now->sides.n;

  for (int i = 0; i < (int)now->sides.n && same; i++)
    same = !texts_differ (was->sides.text[i], now->sides.text[i])
           && !texts_differ (build_at (was, i), build_at (now, i));
  return same;
}

/* False, after a message, when the results in the file can't be continued:
 * results of another suite, device or gkhost would stand in one report.
 * records: of the file, joined to one run. */
static bool
resume_check (const char *path, const struct records *records,
              const struct run_record *now)
{
  const struct run_record *was = records_run (records);

  if (texts_differ (was->suite.hash, now->suite.hash))
    message_print (
        "%s is of another suite, or this one was changed since: %s was "
        "%s, and %s is %s; " REMEDY,
        path, text_or_empty (was->suite.path), text_or_empty (was->suite.hash),
        text_or_empty (now->suite.path), text_or_empty (now->suite.hash));
  else if (texts_differ (was->gkhost, now->gkhost))
    message_print ("%s was written by gkhost %s, and this is %s; " REMEDY, path,
                   text_or_empty (was->gkhost), now->gkhost);
  else if (texts_differ (was->judge, now->judge))
    message_print (
        "%s is of a run whose judge was %s, and here it is %s; " REMEDY, path,
        text_or_empty (was->judge), text_or_empty (now->judge));
  else if (!same_builds (was, now))
    message_print (now->sides.n > 0
                       ? "%s does not compare these builds; " REMEDY
                       : "%s compares two builds; " REMEDY,
                   path);
  else
    return same_devices (path, records, now);
  return false;
}

/* ---- Opening ---- */

/* Continues the run in the journal. */
static int
resumption_match (struct resumption *r, struct journal *journal,
                  const struct plan *plan, const struct run_options *options)
{
  struct case_matching m = {
    .r = r, .plan = plan, .options = options, .records = &journal->records
  };
  int status = EXIT_USAGE;

  r->wall_s = wall_of (m.records);
  find_last (&m);
  find_results (&m);
  records_join (m.records);
  m.was = records_run (m.records);
  if (resume_check (options->output, m.records, r->run) && same_host (&m)) {
    match_cases (&m);
    status = EXIT_PASSED;
  }
  case_matching_free (&m);
  return status;
}

static struct run_record *
run_record_of (const struct plan *plan, const struct run_options *options,
               struct pool *pool)
{
  const struct run_facts facts
      = { .argc = options->argc,
          .argv = options->argv,
          .suite = &plan->suite,
          .jobs = &plan->jobs,
          .catalog = &plan->catalog,
          .other = plan->other,
          .sides = plan->other != NULL ? plan->build_labels : NULL,
          .cases = &plan->cases,
          .devices = &plan->found,
          .rank = options->rank };

  return run_record_new (pool, &facts);
}

int
resumption_open (struct resumption *r, struct journal *journal,
                 const struct plan *plan, const struct run_options *options)
{
  int status = EXIT_PASSED;

  *r = (struct resumption){ 0 };
  if (options->resume != RESUME_NOT)
    status = journal_reopen (journal, options->output);
  else if (!journal_open (journal, options->output))
    status = EXIT_HOST;
  if (status != EXIT_PASSED)
    return status;
  r->there = xcalloc (plan->cases.n + 1, sizeof r->there[0]);
  r->run = run_record_of (plan, options, &journal->records.pool);
  r->goes_on = journal->records.n > 0;
  if (r->goes_on)
    status = resumption_match (r, journal, plan, options);
  if (status == EXIT_PASSED && options->resume != RESUME_NOT
      && !journal_cut_tail (journal))
    status = EXIT_HOST;
  if (status != EXIT_PASSED) {
    journal_close (journal);
    resumption_free (r);
  }
  return status;
}

void
resumption_free (struct resumption *r)
{
  free (r->there);
  free (r->copy);
  *r = (struct resumption){ 0 };
}
