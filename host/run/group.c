/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Decides which case failed.  Cases share processes, so that a case that crashed
 * may have been damaged by an earlier one, and one that is wrong by another that
 * takes turns with it.  Each such case is run once more alone, and the unfinished
 * others start again without it.  At the end, a case that also fails alone is the
 * culprit: then the result of each retest stands.  Without a culprit, a case that
 * failed first and passed alone is recorded as unstable.
 */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "run/group.h"

struct group {
  struct case_state *state;
  struct group_member {
    bool ended;                  /* its record was passed on */
    struct case_record *failure; /* from before it ran alone; or NULL */
    const struct case_ *before;  /* ran before in the process of the failure */
  } * member;
  size_t n;
  const struct group_calls *calls;
  struct pool *pool;
};

static bool
is_over (const struct case_state *state)
{
  return state->record != NULL && !state->paused;
}

/* Whether another case in a process that it shared may have made it fail. */
static bool
must_run_alone (const struct case_state *state)
{
  enum status status;

  if (!is_over (state) || (!state->turns && state->before == NULL))
    return false;
  status = state->record->result.status;
  return status == STATUS_CRASHED || (state->turns && status == STATUS_WRONG);
}

static bool
end_case (struct group *g, size_t i)
{
  g->member[i].ended = true;
  return g->calls->end (g->calls->user, &g->state[i]);
}

/* Discards the samples of the unfinished others: the failed case may have
 * damaged their process. */
static void
restart_others (struct group *g)
{
  size_t left = 0;

  for (size_t i = 0; i < g->n; i++)
    left += !g->member[i].ended && g->member[i].failure == NULL;
  for (size_t i = 0; i < g->n; i++)
    if (!g->member[i].ended && g->member[i].failure == NULL)
      case_state_reset (&g->state[i], left > 1);
}

static bool
run_alone (struct group *g, size_t i)
{
  struct case_state *state = &g->state[i];

  g->member[i].failure = state->record;
  g->member[i].before = state->before;
  case_state_reset (state, false);
  if (!g->calls->run (g->calls->user, state))
    return false;
  restart_others (g);
  return true;
}

/* Gives each unfinished case a turn.  False when the run can't continue. */
static bool
run_round (struct group *g)
{
  for (size_t i = 0; i < g->n; i++) {
    struct case_state *state = &g->state[i];

    if (is_over (state))
      continue;
    if (!g->calls->run (g->calls->user, state))
      return false;
    if (must_run_alone (state)) {
      if (!run_alone (g, i))
        return false;
    } else if (!state->paused && !end_case (g, i))
      return false;
  }
  return true;
}

static bool
has_unfinished (const struct group *g)
{
  for (size_t i = 0; i < g->n; i++)
    if (!is_over (&g->state[i]))
      return true;
  return false;
}

/* A case that also failed alone, and so may have damaged others; or NULL. */
static const struct case_state *
find_culprit (const struct group *g)
{
  for (size_t i = 0; i < g->n; i++) {
    enum status status = g->state[i].record->result.status;

    if (status == STATUS_WRONG || status == STATUS_CRASHED)
      return &g->state[i];
  }
  return NULL;
}

/* Another case that may have damaged case i. */
static const struct case_ *
other_case (const struct group *g, size_t i)
{
  if (g->n == 1)
    return g->member[i].before;
  return g->state[i > 0 ? i - 1 : 1].c;
}

/* Ends the cases that ran alone. */
static bool
end_retested (struct group *g)
{
  const struct case_state *culprit = find_culprit (g);

  for (size_t i = 0; i < g->n; i++) {
    struct case_state *state = &g->state[i];

    if (g->member[i].ended)
      continue;
    if (culprit == NULL && state->record->result.status == STATUS_OK) {
      state->record = g->member[i].failure;
      case_state_end_unstable (state, g->pool, other_case (g, i));
    }
    if (!end_case (g, i))
      return false;
  }
  return true;
}

bool
group_run (struct case_state *state, size_t n, const struct group_calls *calls,
           struct pool *pool)
{
  struct group g = { .state = state,
                     .member = xcalloc (n, sizeof *g.member),
                     .n = n,
                     .calls = calls,
                     .pool = pool };
  bool ok = true;

  while (ok && has_unfinished (&g))
    ok = run_round (&g);
  ok = ok && end_retested (&g);
  free (g.member);
  return ok;
}
