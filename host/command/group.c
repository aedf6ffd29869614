/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "command/group.h"

struct group {
  struct course *course;
  struct state {
    bool ended;               /* its record was taken */
    struct case_record *fell; /* what it was in turns; NULL: nothing wrong */
  } * state;
  size_t n;
  const struct group_calls *calls;
  struct pool *pool;
};

static bool
is_over (const struct course *course)
{
  return course->record != NULL && !course->paused;
}

/* What a process that others had a part in may have brought about. */
static bool
is_doubtful (const struct course *course)
{
  const struct case_record *record = course->record;

  return course->turns && is_over (course)
         && (record->result.status == STATUS_WRONG
             || record->result.status == STATUS_CRASHED);
}

static bool
end (struct group *g, size_t i)
{
  g->state[i].ended = true;
  return g->calls->end (g->calls->user, &g->course[i]);
}

/* The others' samples may be of a process that one spoilt. */
static void
begin_others_anew (struct group *g)
{
  size_t left = 0;

  for (size_t i = 0; i < g->n; i++)
    left += !g->state[i].ended && g->state[i].fell == NULL;
  for (size_t i = 0; i < g->n; i++)
    if (!g->state[i].ended && g->state[i].fell == NULL)
      course_begin_anew (&g->course[i], left > 1);
}

static bool
run_by_itself (struct group *g, size_t i)
{
  struct course *course = &g->course[i];

  g->state[i].fell = course->record;
  course_begin_anew (course, false);
  if (!g->calls->run (g->calls->user, course))
    return false;
  begin_others_anew (g);
  return true;
}

/* Each that is not over has a turn.  False when the run can't go on. */
static bool
go_round (struct group *g)
{
  for (size_t i = 0; i < g->n; i++) {
    struct course *course = &g->course[i];

    if (is_over (course))
      continue;
    if (!g->calls->run (g->calls->user, course))
      return false;
    if (is_doubtful (course)) {
      if (!run_by_itself (g, i))
        return false;
    } else if (!course->paused && !end (g, i))
      return false;
  }
  return true;
}

static bool
is_left (const struct group *g)
{
  for (size_t i = 0; i < g->n; i++)
    if (!is_over (&g->course[i]))
      return true;
  return false;
}

/* One that did wrong by itself, and so may have done it to others. */
static const struct course *
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
beside (const struct group *g, size_t i)
{
  return g->course[i > 0 ? i - 1 : 1].c;
}

/* Who went wrong in turns and passed by itself was another's victim, or is
 * unstable where there is nobody else to blame. */
static bool
end_fallen (struct group *g)
{
  const struct course *culprit = find_culprit (g);

  for (size_t i = 0; i < g->n; i++) {
    struct course *course = &g->course[i];

    if (g->state[i].ended)
      continue;
    if (culprit == NULL && course->record->result.status == STATUS_OK) {
      course->record = g->state[i].fell;
      course_end_unstable (course, g->pool, beside (g, i));
    }
    if (!end (g, i))
      return false;
  }
  return true;
}

bool
group_run (struct course *course, size_t n, const struct group_calls *calls,
           struct pool *pool)
{
  struct group g = { .course = course,
                     .state = xcalloc (n, sizeof *g.state),
                     .n = n,
                     .calls = calls,
                     .pool = pool };
  bool ok = true;

  while (ok && is_left (&g))
    ok = go_round (&g);
  ok = ok && end_fallen (&g);
  free (g.state);
  return ok;
}
