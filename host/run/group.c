/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "run/group.h"

struct group {
  struct case_state *course;
  struct state {
    bool ended;                  /* its record was taken */
    struct case_record *failure; /* what it was in turns; NULL: nothing wrong */
  } * state;
  size_t n;
  const struct group_calls *calls;
  struct pool *pool;
};

static bool
is_over (const struct case_state *course)
{
  return course->record != NULL && !course->paused;
}

/* What a process that others had a part in may have brought about. */
static bool
must_run_alone (const struct case_state *course)
{
  const struct case_record *record = course->record;

  return course->turns && is_over (course)
         && (record->result.status == STATUS_WRONG
             || record->result.status == STATUS_CRASHED);
}

static bool
end_case (struct group *g, size_t i)
{
  g->state[i].ended = true;
  return g->calls->end (g->calls->user, &g->course[i]);
}

/* The others' samples may be of a process that one spoilt. */
static void
restart_others (struct group *g)
{
  size_t left = 0;

  for (size_t i = 0; i < g->n; i++)
    left += !g->state[i].ended && g->state[i].failure == NULL;
  for (size_t i = 0; i < g->n; i++)
    if (!g->state[i].ended && g->state[i].failure == NULL)
      case_state_reset (&g->course[i], left > 1);
}

static bool
run_alone (struct group *g, size_t i)
{
  struct case_state *course = &g->course[i];

  g->state[i].failure = course->record;
  case_state_reset (course, false);
  if (!g->calls->run (g->calls->user, course))
    return false;
  restart_others (g);
  return true;
}

/* Each that is not over has a turn.  False when the run can't go on. */
static bool
run_round (struct group *g)
{
  for (size_t i = 0; i < g->n; i++) {
    struct case_state *course = &g->course[i];

    if (is_over (course))
      continue;
    if (!g->calls->run (g->calls->user, course))
      return false;
    if (must_run_alone (course)) {
      if (!run_alone (g, i))
        return false;
    } else if (!course->paused && !end_case (g, i))
      return false;
  }
  return true;
}

static bool
has_unfinished (const struct group *g)
{
  for (size_t i = 0; i < g->n; i++)
    if (!is_over (&g->course[i]))
      return true;
  return false;
}

/* One that did wrong by itself, and so may have done it to others. */
static const struct case_state *
find_culprit (const struct group *g)
{
  for (size_t i = 0; i < g->n; i++) {
    enum status status = g->course[i].record->result.status;

    if (status == STATUS_WRONG || status == STATUS_CRASHED)
      return &g->course[i];
  }
  return NULL;
}

/* Another case than that one. */
static const struct case_ *
other_case (const struct group *g, size_t i)
{
  return g->course[i > 0 ? i - 1 : 1].c;
}

/* Who went wrong in turns and passed by itself was another's victim, or is
 * unstable where there is nobody else to blame. */
static bool
end_retested (struct group *g)
{
  const struct case_state *culprit = find_culprit (g);

  for (size_t i = 0; i < g->n; i++) {
    struct case_state *course = &g->course[i];

    if (g->state[i].ended)
      continue;
    if (culprit == NULL && course->record->result.status == STATUS_OK) {
      course->record = g->state[i].failure;
      case_state_end_unstable (course, g->pool, other_case (g, i));
    }
    if (!end_case (g, i))
      return false;
  }
  return true;
}

bool
group_run (struct case_state *course, size_t n, const struct group_calls *calls,
           struct pool *pool)
{
  struct group g = { .course = course,
                     .state = xcalloc (n, sizeof *g.state),
                     .n = n,
                     .calls = calls,
                     .pool = pool };
  bool ok = true;

  while (ok && has_unfinished (&g))
    ok = run_round (&g);
  ok = ok && end_retested (&g);
  free (g.state);
  return ok;
}
