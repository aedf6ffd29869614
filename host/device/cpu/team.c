/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "device/cpu/arithmetic.h"
#include "device/cpu/bandwidth.h"
#include "device/cpu/team.h"

/* For each measure; two passes at least, since the first finds all cold. */
#define SECONDS 0.1
enum { PASSES = 2 };
/* What a pass takes at least: threads do not begin at the same moment. */
#define LEAST_SECONDS 0.01
/* Of multiply-adds, little even where all is slow. */
enum { TURNS = 10000 };

struct team_member {
  struct team *team;
  pthread_t thread;
  int core;
  char *memory;
  size_t bytes, cached;
  double begin, end, work; /* of the last pass */
};

struct team {
  struct team_member *member;
  size_t n;
  pthread_mutex_t gate; /* open when all are there, or never will be */
  bool complete;
  pthread_barrier_t barrier;
  double since; /* the measure's first pass began */
  int passes;
  int times;    /* that all is done in one */
  bool more;    /* passes are to come */
  double *best; /* by measure */
};

/* Returns how many bytes or operations it was. */
static double
run_measure (enum measure measure, char *memory, size_t bytes)
{
  switch (measure) {
  case MEASURE_READ:
    bandwidth_read (memory, bytes);
    break;
  case MEASURE_WRITE:
    bandwidth_write (memory, bytes);
    break;
  case MEASURE_COPY:
    bandwidth_copy (memory, bytes);
    break;
  case MEASURE_I32:
    return arithmetic_i32 (TURNS);
  case MEASURE_F32:
    return arithmetic_f32 (TURNS);
  case MEASURE_F64:
    return arithmetic_f64 (TURNS);
  case MEASURE_CACHE:
    bandwidth_read (memory, bytes);
    break;
  default:
    return arithmetic_i8 (TURNS);
  }
  return (double)bytes;
}

static double
repeat_measure (const struct team_member *m, enum measure measure)
{
  const size_t bytes = measure == MEASURE_CACHE ? m->cached : m->bytes;
  double all = 0;

  for (int i = 0; i < m->team->times; i++)
    all += run_measure (measure, m->memory, bytes);
  return all;
}

static void
begin_measure (struct team *team)
{
  team->passes = 0;
  team->times = 1;
}

/* By one of the threads, while the others wait. */
static void
evaluate_pass (struct team *team, enum measure measure)
{
  double begin = team->member[0].begin, end = team->member[0].end, all = 0;

  for (size_t i = 0; i < team->n; i++) {
    const struct team_member *m = &team->member[i];

    begin = m->begin < begin ? m->begin : begin;
    end = m->end > end ? m->end : end;
    all += m->work;
  }
  if (team->passes++ == 0)
    team->since = begin;
  if (end > begin && all / (end - begin) > team->best[measure])
    team->best[measure] = all / (end - begin);
  team->more = team->passes < PASSES || end - team->since < SECONDS;
  if (end - begin < LEAST_SECONDS)
    team->times *= 2;
  if (!team->more)
    begin_measure (team);
}

static void
run_pass (struct team_member *m, enum measure measure)
{
  struct team *team = m->team;

  pthread_barrier_wait (&team->barrier);
  m->begin = clock_now ();
  m->work = repeat_measure (m, measure);
  m->end = clock_now ();
  if (pthread_barrier_wait (&team->barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    evaluate_pass (team, measure);
  pthread_barrier_wait (&team->barrier);
}

static void *
run_member (void *member)
{
  struct team_member *m = member;
  struct team *team = m->team;
  cpu_set_t core;

  pthread_mutex_lock (&team->gate);
  pthread_mutex_unlock (&team->gate);
  if (!team->complete)
    return NULL;
  CPU_ZERO (&core);
  CPU_SET (m->core, &core);
  pthread_setaffinity_np (pthread_self (), sizeof core, &core);
  memset (m->memory, 1, m->bytes);
  for (int i = 0; i < N_MEASURES; i++)
    if (i != MEASURE_CACHE || m->cached > 0)
      do
        run_pass (m, (enum measure)i);
      while (team->more);
  return NULL;
}

/* Which core is whose, and which part of the memory. */
static void
assign_members (struct team *team, const cpu_set_t *cores, char *memory,
                size_t bytes, size_t cached)
{
  size_t step = bytes / team->n / BANDWIDTH_STEP * BANDWIDTH_STEP;
  size_t part = cached / team->n / BANDWIDTH_STEP * BANDWIDTH_STEP;
  int core = 0;

  for (size_t i = 0; i < team->n; i++, core++) {
    while (!CPU_ISSET (core, cores))
      core++;
    team->member[i]
        = (struct team_member){ .team = team,
                                .core = core,
                                .memory = memory + i * step,
                                .bytes = step,
                                .cached = part < step ? part : step };
  }
}

/* 0, else what hinders. */
static int
run_team (struct team *team)
{
  size_t started = 0;
  int error = 0;

  pthread_mutex_lock (&team->gate);
  while (error == 0 && started < team->n) {
    struct team_member *m = &team->member[started];

    error = pthread_create (&m->thread, NULL, run_member, m);
    started += error == 0;
  }
  team->complete = error == 0;
  pthread_mutex_unlock (&team->gate);
  for (size_t i = 0; i < started; i++)
    pthread_join (team->member[i].thread, NULL);
  return error;
}

bool
team_measure (const cpu_set_t *cores, char *memory, size_t bytes, size_t cached,
              double best[N_MEASURES], char **why)
{
  struct team team = { .n = (size_t)CPU_COUNT (cores), .best = best };
  int error;

  memset (best, 0, N_MEASURES * sizeof *best);
  team.member = xcalloc (team.n, sizeof *team.member);
  assign_members (&team, cores, memory, bytes, cached);
  pthread_mutex_init (&team.gate, NULL);
  pthread_barrier_init (&team.barrier, NULL, (unsigned)team.n);
  begin_measure (&team);
  error = run_team (&team);
  pthread_barrier_destroy (&team.barrier);
  pthread_mutex_destroy (&team.gate);
  free (team.member);
  if (error == 0)
    return true;
  *why = xasprintf ("no thread can be had for each of %zu cores: %s", team.n,
                    strerror (error));
  return false;
}
