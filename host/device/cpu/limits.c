/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A team of threads measures the limits: one thread is pinned to each core, and
 * all run the same loop at once, each on memory of its own.  A pass counts from
 * the first thread's start to the last one's end, and the best pass of a
 * measure counts.
 *
 * The memory is four times the last-level cache, so that little of it stays
 * cached from pass to pass.  MEASURE_CACHE reads half of that cache, which
 * stays in it beside other data.
 */
#include <config.h>

#include <errno.h>
#include <immintrin.h>
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

/* Peak arithmetic of one core: multiply-adds in registers, with the widest
 * units among AVX-512, AVX2 with FMA, and the baseline.  For bytes with 32-bit
 * sums, AVX-512 VNNI does the most work per instruction.
 */

double arithmetic_i8 (size_t turns);

#if defined __x86_64__
#endif

/* Independent sums: more than the units times the latency of an instruction,
 * and few enough for the registers of every processor. */
#define EACH_CHAIN(DO)                                                         \
  DO (0)                                                                       \
  DO (1) DO (2) DO (3) DO (4) DO (5) DO (6) DO (7) DO (8) DO (9) DO (10) DO (11)
enum { CHAINS = 12, FACTOR = CHAINS, TERM, SEEDS };

/* A register each; elements of an array could stay in memory. */
#define BEGIN(n) vector x##n = none + seed[n];
#define STEP(n) x##n = x##n * factor + term;
#define END(n) sum += x##n;

/* Defines a function for one type and width, since the target instructions
 * belong to a function.  Compilers fuse the multiplication and the addition if
 * the processor can.  pairs: products that one instruction adds to a sum. */
#define MULTIPLY_ADDS(name, isa, type, bytes, pairs, STEP)                     \
  isa static double name (const type *seed, void *out, size_t turns)           \
  {                                                                            \
    typedef type vector __attribute__ ((vector_size (bytes), may_alias));      \
    const vector none = { 0 };                                                 \
    const vector factor = none + seed[FACTOR], term = none + seed[TERM];       \
    vector sum = none;                                                         \
                                                                               \
    EACH_CHAIN (BEGIN)                                                         \
    for (size_t i = 0; i < turns; i++) {                                       \
      EACH_CHAIN (STEP)                                                        \
    }                                                                          \
    EACH_CHAIN (END)                                                           \
    *(vector *)out = sum;                                                      \
    return 2.0 * CHAINS * (pairs) * (bytes / sizeof (type)) * (double)turns;   \
  }

#define WIDTH(name, isa, bytes)                                                \
  MULTIPLY_ADDS (i32_##name, isa, uint32_t, bytes, 1, STEP)                    \
  MULTIPLY_ADDS (f32_##name, isa, float, bytes, 1, STEP)                       \
  MULTIPLY_ADDS (f64_##name, isa, double, bytes, 1, STEP)                      \
  static const struct unit name                                                \
      = { .i32 = i32_##name, .f32 = f32_##name, .f64 = f64_##name };

typedef double integers_fn (const uint32_t *seed, void *out, size_t turns);

struct unit {
  integers_fn *i32;
  double (*f32) (const float *seed, void *out, size_t turns);
  double (*f64) (const double *seed, void *out, size_t turns);
};

WIDTH (plain, , 16)

#if defined __x86_64__

WIDTH (avx2, __attribute__ ((target ("avx2,fma"))), 32)
WIDTH (avx512, __attribute__ ((target ("avx512f"))), 64)

static const struct unit *
find_widest_unit (void)
{
  if (__builtin_cpu_supports ("avx512f"))
    return &avx512;
  return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma")
             ? &avx2
             : &plain;
}

/* Bytes widened to 16 bits: two products and their sum.  The sum is a factor of
 * the next product, or a compiler would multiply only once. */
#define STEP_AVX2(n)                                                           \
  x##n = (vector)_mm256_madd_epi16 ((__m256i)x##n, (__m256i)factor) + term;
#define STEP_AVX512(n)                                                         \
  x##n = (vector)_mm512_madd_epi16 ((__m512i)x##n, (__m512i)factor) + term;
/* Four products, added to the sum. */
#define STEP_VNNI(n)                                                           \
  x##n = (vector)_mm512_dpbusd_epi32 ((__m512i)x##n, (__m512i)factor,          \
                                      (__m512i)term);

MULTIPLY_ADDS (bytes_avx2, __attribute__ ((target ("avx2"))), uint32_t, 32, 2,
               STEP_AVX2)
MULTIPLY_ADDS (bytes_avx512, __attribute__ ((target ("avx512f,avx512bw"))),
               uint32_t, 64, 2, STEP_AVX512)
MULTIPLY_ADDS (bytes_vnni, __attribute__ ((target ("avx512f,avx512vnni"))),
               uint32_t, 64, 4, STEP_VNNI)

static integers_fn *
find_byte_function (void)
{
  if (__builtin_cpu_supports ("avx512vnni"))
    return bytes_vnni;
  if (__builtin_cpu_supports ("avx512bw"))
    return bytes_avx512;
  return __builtin_cpu_supports ("avx2") ? bytes_avx2 : i32_plain;
}

#else

static const struct unit *
find_widest_unit (void)
{
  return &plain;
}

/* Bytes are widened to 32 bits here. */
static integers_fn *
find_byte_function (void)
{
  return i32_plain;
}

#endif

/* Room for the widest vector. */
struct vector_result {
  _Alignas(64) char of[64];
};

/* Keeps the compiler from dropping the computation. */
static void
use_result (const struct vector_result *sums)
{
  __asm__ volatile("" : : "r"(sums) : "memory");
}

static double
run_integers (integers_fn *function, size_t turns)
{
  uint32_t seed[SEEDS];
  struct vector_result sums;
  double n;

  for (unsigned i = 0; i < SEEDS; i++)
    seed[i] = 2 * i + 3;
  n = function (seed, &sums, turns);
  use_result (&sums);
  return n;
}

/* Each does `turns` turns and returns its number of operations; a multiply-add
 * counts as two. */
static double
arithmetic_i32 (size_t turns)
{
  return run_integers (find_widest_unit ()->i32, turns);
}

double
arithmetic_i8 (size_t turns)
{
  return run_integers (find_byte_function (), turns);
}

/* Values that stay near 2: some processors are slower with others. */
static double
arithmetic_f32 (size_t turns)
{
  float seed[SEEDS] = { [FACTOR] = 0.75F, [TERM] = 0.5F };
  struct vector_result sums;
  double n;

  for (int i = 0; i < CHAINS; i++)
    seed[i] = 1 + 0.125F * (float)i;
  n = find_widest_unit ()->f32 (seed, &sums, turns);
  use_result (&sums);
  return n;
}

static double
arithmetic_f64 (size_t turns)
{
  double seed[SEEDS] = { [FACTOR] = 0.75, [TERM] = 0.5 };
  struct vector_result sums;
  double n;

  for (int i = 0; i < CHAINS; i++)
    seed[i] = 1 + 0.125 * i;
  n = find_widest_unit ()->f64 (seed, &sums, turns);
  use_result (&sums);
  return n;
}

/* Of each measure; at least two passes, since the first finds all caches cold.
 */
#define SECONDS 0.1
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
  int times;    /* repetitions of the loop in a pass */
  bool more;    /* another pass follows */
  double *best; /* indexed by measure */
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
    if (i != MEASURE_CACHE || m->cached > 0)
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

/* Stores the best rate of each measure.  memory: untouched pages, split among
 * the threads, so that each part comes from its thread's NUMA node.  cached:
 * how many of its bytes a cache holds; 0: not known, and not measured.  False
 * on failure: *why is the reason, to be freed. */
static bool
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
  uint64_t cache = last_cache (cores);
  uint64_t most = host_memory_available () / SHARE, bytes;

  if (cache == 0)
    cache = UNKNOWN_CACHE;
  bytes = cache * CACHES < most ? cache * CACHES : most;
  return bytes >= cache * LEAST_CACHES ? (size_t)bytes : 0;
}

static bool
measure_on (const cpu_set_t *cores, double best[N_MEASURES], char **why)
{
  size_t bytes = choose_memory (cores);
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
                     (size_t)last_cache (cores) / CACHE_SHARE, best, why);
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

bool
cpu_limits_measure (int ordinal, struct measures *measures, char **why)
{
  cpu_set_t cores, one;

  (void)ordinal;
  processors_get_usable (&cores);
  one = find_first_core (&cores);
  return measure_on (&cores, measures->all, why)
         && measure_on (&one, measures->one, why);
}
