/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A team of threads measures the limits: one thread is pinned to each core, and
 * all run the same loop at once, each on memory of its own.  A pass counts from
 * the first thread's start to the last one's end, and the best pass of a
 * measure counts.  Other work can only lower a rate, so that each measure is
 * repeated in further rounds until one of them comes near its best.
 *
 * The memory is four times the last-level cache, so that little of it stays
 * cached from pass to pass.  MEASURE_CACHE reads half of that cache, which
 * stays in it beside other data.
 */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/clock.h"
#include "base/processors.h"
#include "base/xalloc.h"
#include "device/cpu/cpu.h"
#include "device/host-memory.h"

/* Of each measure in a round; at least two passes, since the first finds all
 * caches cold. */
#define SECONDS 0.05
enum { PASSES = 2 };
/* A pass takes at least this long, since threads don't start at the same
 * instant. */
#define LEAST_SECONDS 0.01
/* Multiply-adds in a step, few even on a slow processor. */
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
  pthread_mutex_t gate; /* opened when all threads started, or one could not */
  bool complete;
  pthread_barrier_t barrier;
  double since; /* when the measure's first pass began */
  int passes;
  int times;                     /* repetitions of the loop in a pass */
  bool more;                     /* another pass follows */
  double *best;                  /* indexed by measure */
  const struct best_rate *known; /* the same, of the rounds before */
};

/* Returns how many bytes or operations it did. */
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

/* Called by one of the threads, while the others wait. */
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
    if ((i != MEASURE_CACHE || m->cached > 0)
        && !best_rate_is_repeated (&team->known[i]))
      do
        run_pass (m, (enum measure)i);
      while (team->more);
  return NULL;
}

/* Assigns each member a core and a part of the memory. */
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

/* Returns 0 or the error of a thread that did not start. */
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

/* Stores the best rate of each measure that was not repeated yet.  memory:
 * untouched pages, split among the threads, so that each part comes from its
 * thread's NUMA node.  cached: how many of its bytes a cache holds; 0: not
 * known, and not measured.  False on failure: *why is the reason, to be freed.
 */
static bool
team_measure (const cpu_set_t *cores, char *memory, size_t bytes, size_t cached,
              struct best_rate known[N_MEASURES], char **why)
{
  double best[N_MEASURES] = { 0 };
  struct team team
      = { .n = (size_t)CPU_COUNT (cores), .best = best, .known = known };
  int error;

  team.member = xcalloc (team.n, sizeof *team.member);
  assign_members (&team, cores, memory, bytes, cached);
  pthread_mutex_init (&team.gate, NULL);
  pthread_barrier_init (&team.barrier, NULL, (unsigned)team.n);
  begin_measure (&team);
  error = run_team (&team);
  pthread_barrier_destroy (&team.barrier);
  pthread_mutex_destroy (&team.gate);
  free (team.member);
  for (int i = 0; i < N_MEASURES; i++)
    best_rate_add (&known[i], best[i]);
  if (error == 0)
    return true;
  *why = xasprintf ("can't start a thread on each of %zu cores: %s", team.n,
                    strerror (error));
  return false;
}

/* The memory in units of the last-level cache, and the least that keeps caches
 * from being measured. */
enum { CACHES = 4, LEAST_CACHES = 2 };
/* The part of the last-level cache that is read, since other data is in it,
 * too. */
enum { CACHE_SHARE = 2 };
/* The part of the free memory that is used at most. */
enum { SHARE = 4 };
/* If the size of the cache is not known. */
#define UNKNOWN_CACHE ((uint64_t)64 << 20)

/* Returns 0 if too little memory is free. */
static size_t
choose_memory (const cpu_set_t *cores)
{
  uint64_t inner, cache = last_cache (cores, &inner);
  uint64_t most = host_memory_available () / SHARE, bytes;

  if (cache == 0)
    cache = UNKNOWN_CACHE;
  bytes = cache * CACHES < most ? cache * CACHES : most;
  return bytes >= cache * LEAST_CACHES ? (size_t)bytes : 0;
}

static bool
measure_on (const cpu_set_t *cores, struct best_rate known[N_MEASURES],
            char **why)
{
  size_t bytes = choose_memory (cores);
  uint64_t inner;
  char *memory;
  bool ok;

  if (bytes == 0) {
    *why = xstrdup ("too little memory is free: it needs eight times the last "
                    "cache");
    return false;
  }
  memory = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    *why = xasprintf ("can't allocate %zu bytes of memory: %s", bytes,
                      strerror (errno));
    return false;
  }
  madvise (memory, bytes, MADV_HUGEPAGE);
  ok = team_measure (cores, memory, bytes,
                     (size_t)last_cache (cores, &inner) / CACHE_SHARE, known,
                     why);
  munmap (memory, bytes);
  return ok;
}

static cpu_set_t
find_first_core (const cpu_set_t *cores)
{
  cpu_set_t one;
  int i = 0;

  CPU_ZERO (&one);
  while (i < CPU_SETSIZE - 1 && !CPU_ISSET (i, cores))
    i++;
  CPU_SET (i, &one);
  return one;
}

/* Of all rounds together. */
#define MOST_SECONDS 5

void
best_rate_add (struct best_rate *r, double rate)
{
  const double less = rate < r->best ? rate : r->best;

  r->next = less > r->next ? less : r->next;
  r->best = rate > r->best ? rate : r->best;
}

bool
best_rate_is_repeated (const struct best_rate *r)
{
  return r->next > 0 && r->next >= (1 - MEASURES_REPEAT) * r->best;
}

bool
limits_need_round (const struct best_rates *r, double elapsed, double last)
{
  bool repeated = true;

  for (int i = 0; i < N_MEASURES; i++)
    repeated = repeated
               && (r->all[i].best <= 0
                   || (best_rate_is_repeated (&r->all[i])
                       && best_rate_is_repeated (&r->one[i])));
  return !repeated && elapsed + last <= MOST_SECONDS;
}

static double
best_rate_gap (const struct best_rate *r)
{
  return r->best > 0 ? 1 - r->next / r->best : 0;
}

struct measures
limits_from_rates (const struct best_rates *r)
{
  struct measures m = { .gap = 0 };

  for (int i = 0; i < N_MEASURES; i++) {
    m.gap = fmax (
        m.gap, fmax (best_rate_gap (&r->all[i]), best_rate_gap (&r->one[i])));
    m.one[i] = r->one[i].best;
    m.all[i] = fmax (r->all[i].best, m.one[i]);
  }
  return m;
}

bool
cpu_limits_measure (int ordinal, struct measures *measures, char **why)
{
  struct best_rates rates = { 0 };
  cpu_set_t cores, one;
  double begin = clock_now (), last = 0, round;

  (void)ordinal;
  processors_get_usable (&cores);
  one = find_first_core (&cores);
  do {
    round = clock_now ();
    if (!measure_on (&cores, rates.all, why)
        || !measure_on (&one, rates.one, why))
      return false;
    last = clock_now () - round;
  } while (limits_need_round (&rates, round + last - begin, last));
  *measures = limits_from_rates (&rates);
  return true;
}
