/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "judge/run-case.h"
#include "run/paused-trials.h"

static struct trial *
begin_trial (const struct judge_request *r, struct judge *judge)
{
  struct trial *t = xcalloc (1, sizeof *t);

  t->judge = judge;
  t->settings = r->settings;
  t->precision = r->precision;
  t->at_once = r->at_once;
  t->turns.interleaved = r->turn != REQUEST_WHOLE;
  core_usage_open (&t->cores, r->cpus);
  run_case_begin (t);
  return t;
}

/* The one of a case, which waits no more; NULL: there is none. */
static struct trial *
remove_trial (struct paused_trials *w, json_int_t number)
{
  for (size_t i = 0; i < w->n; i++)
    if (w->entry[i].number == number) {
      struct trial *t = w->entry[i].trial;

      w->entry[i] = w->entry[--w->n];
      return t;
    }
  return NULL;
}

struct trial *
paused_trials_take (struct paused_trials *w, const struct judge_request *r,
                    struct judge *judge)
{
  struct trial *t = remove_trial (w, r->number);

  if (t != NULL && r->turn <= 0) {
    paused_trials_end_trial (t);
    t = NULL;
  }
  if (t == NULL)
    t = begin_trial (r, judge);
  t->worker = r->worker;
  return t;
}

void
paused_trials_put (struct paused_trials *w, json_int_t number, struct trial *t)
{
  w->entry = xgrow (w->entry, w->n, sizeof w->entry[0]);
  w->entry[w->n].number = number;
  w->entry[w->n++].trial = t;
}

void
paused_trials_end_trial (struct trial *t)
{
  run_case_end (t);
  free (t);
}

void
paused_trials_free (struct paused_trials *w)
{
  while (w->n > 0)
    paused_trials_end_trial (w->entry[--w->n].trial);
  free (w->entry);
  *w = (struct paused_trials){ 0 };
}
