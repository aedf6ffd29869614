/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/clock.h"
#include "base/complain.h"
#include "base/xalloc.h"
#include "command/progress.h"
#include "command/run-cases.h"
#include "process/interrupt.h"
#include "record/case-record.h"
#include "record/end-record.h"
#include "record/run-record.h"

static bool
passed (enum status status)
{
  return status == STATUS_OK || status == STATUS_SKIPPED;
}

static void
show (struct progress *progress, const struct case_ *c)
{
  char *what = xasprintf ("%s/%s %s", c->problem->job->name, c->variant->name,
                          c->device);

  progress_show (progress, what);
  free (what);
}

/* Variants that check runs no further: what crashed or hung would most likely
 * do so again, each time for as long. */
struct given_up {
  const struct variant_desc **variant;
  size_t n;
};

static bool
is_given_up (const struct given_up *g, const struct case_ *c)
{
  for (size_t i = 0; i < g->n; i++)
    if (g->variant[i] == c->variant)
      return true;
  return false;
}

static void
note_end (struct given_up *g, const struct case_ *c, enum status status)
{
  if (status != STATUS_CRASHED && status != STATUS_TIMEOUT)
    return;
  g->variant = xgrow (g->variant, g->n, sizeof (const struct variant_desc *));
  g->variant[g->n++] = c->variant;
}

static struct case_record *
run_case (struct supervisor *supervisor, const struct case_ *c,
          const struct given_up *g, struct pool *pool)
{
  struct case_record *record;

  if (c->skip != NULL || !is_given_up (g, c))
    return supervisor_run (supervisor, c, pool);
  record = case_record_new (pool, c);
  case_record_end (record, pool, STATUS_SKIPPED,
                   "an earlier case of this variant crashed or ran out of "
                   "time");
  return record;
}

static bool
add_run (struct journal *journal, const struct plan *plan,
         const struct options *options)
{
  const struct run_facts facts = { .argc = options->argc,
                                   .argv = options->argv,
                                   .suite = &plan->suite,
                                   .catalog = &plan->catalog,
                                   .devices = &plan->found };

  return journal_add (journal, &run_fields,
                      run_record_new (&journal->records.pool, &facts));
}

int
run_plan (const struct plan *plan, const struct options *options,
          struct supervisor *supervisor, struct journal *journal)
{
  double start = clock_now ();
  struct pool *pool = &journal->records.pool;
  struct progress progress;
  struct given_up given_up = { 0 };
  size_t count[N_STATUS] = { 0 };
  struct end_record *end;
  int status = EXIT_PASSED;

  if (!add_run (journal, plan, options))
    status = EXIT_HOST;
  progress_start (&progress, plan->cases.n);
  for (size_t i = 0; i < plan->cases.n; i++) {
    const struct case_ *c = &plan->cases.case_[i];
    struct case_record *record;
    enum status ended;

    /* A long list of skips would only flicker. */
    if (c->skip == NULL)
      show (&progress, c);
    record = run_case (supervisor, c, &given_up, pool);
    progress_step (&progress);
    if (record == NULL) {
      status = EXIT_HOST;
      break;
    }
    ended = record->result.status;
    count[ended]++;
    if (options->command == COMMAND_CHECK)
      note_end (&given_up, c, ended);
    if (!passed (ended) && status == EXIT_PASSED)
      status = EXIT_CASES;
    if (!journal_add (journal, &case_fields, record))
      status = EXIT_HOST;
  }
  free (given_up.variant);
  progress_clear (&progress);
  end = end_record_new (pool, count, clock_now () - start,
                        interrupt_signal () != 0);
  if (!journal_add (journal, &end_fields, end))
    status = EXIT_HOST;
  return status;
}
