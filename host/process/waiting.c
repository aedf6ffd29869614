/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "judge/conduct.h"
#include "process/waiting.h"

static struct trial *
begin (const struct judge_request *r, struct judge *judge)
{
  struct trial *t = xcalloc (1, sizeof *t);

  t->judge = judge;
  t->settings = r->settings;
  t->precision = r->precision;
  t->at_once = r->at_once;
  t->turns.taken = r->turn != REQUEST_WHOLE;
  core_watch_open (&t->cores, r->cpus);
  conduct_begin (t);
  return t;
}

/* The one of a case, which waits no more; NULL: there is none. */
static struct trial *
take (struct waiting *w, json_int_t number)
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
waiting_take (struct waiting *w, const struct judge_request *r,
              struct judge *judge)
{
  struct trial *t = take (w, r->number);

  if (t != NULL && r->turn <= 0) {
    waiting_end (t);
    t = NULL;
  }
  if (t == NULL)
    t = begin (r, judge);
  t->worker = r->worker;
  return t;
}

void
waiting_put (struct waiting *w, json_int_t number, struct trial *t)
{
  w->entry = xgrow (w->entry, w->n, sizeof w->entry[0]);
  w->entry[w->n].number = number;
  w->entry[w->n++].trial = t;
}

void
waiting_end (struct trial *t)
{
  conduct_end (t);
  free (t);
}

void
waiting_free (struct waiting *w)
{
  while (w->n > 0)
    waiting_end (w->entry[--w->n].trial);
  free (w->entry);
  *w = (struct waiting){ 0 };
}
