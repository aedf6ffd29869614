/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Times ways to multiply a problem, in prepare, where its operands hold nothing
 * of use yet: on others of the same sizes, with random numbers.  Before each
 * launch L2 is read full of other data, as by a host that measures cold.
 *
 * All ways take turns, so that a change of the clock affects all alike.  After
 * a few turns only the faster ones go on; the least lower quartile wins.
 */
#include <cuda_runtime.h>

#include <stdlib.h>

#include <gkhost/family-elements.h>

#include "matmul/batch.h"
#include "ways.h"

/* Rounds: so many of the fastest ways take so many turns. */
static const struct {
  int turns, stay;
} stages[] = { { 2, WAYS_MOST }, { 4, 16 }, { 8, 6 }, { 16, 3 } };
enum { MOST_TURNS = 2 + 4 + 8 + 16 };

/* Another way than the first must take less than this part of its time, and
 * than that where launches are so long that each had few turns. */
static const float of_first = 0.99f, of_first_in_few = 0.9f;
static const int few_turns = 3;

/* Milliseconds of all launches: first to load the ways' code, then in turns. */
static const float most_of_all = 60;

/* A launch that takes longer is not affected by where its code is. */
static const float most_of_again = 0.2f;

/* Behind so many of the list, ways are tried only while all launches so far
 * took fewer milliseconds than that. */
static const int few_ways = 24;
static const float most_of_few = 4;

/* Of the device's memory: for operands, and for workspaces. */
static const double most_memory = 0.25;

/* The services that ways get here.  Each of them may take as many workspaces as
 * a variant: these are freed behind them.  What they say is not of the way that
 * is chosen, so it is dropped. */
struct way_host {
  gk_host host; /* first: services are passed its address */
  const gk_host *own;
  void *taken[WAYS_MOST * GK_MAX_WORKSPACES];
  int n;
  double left; /* bytes */
};

struct way_trial {
  int way;
  void *state;
  float first; /* ms of the launch that loaded the code */
  float ms[MOST_TURNS]; /* sorted */
  int n;
};

struct way_rehearsal {
  struct way_host services;
  gk_matmul problem; /* on memory of its own */
  char *memory;
  size_t bytes;   /* of the operands */
  size_t evicted; /* bytes behind them, that are read before a launch */
  cudaStream_t stream;
  cudaEvent_t begin, end;
  float all; /* ms */
  uint32_t random;
};

/* ---- Services ---- */

static const gk_host *
own_host (const gk_host *host)
{
  return ((const struct way_host *)(const void *)host)->own;
}

static void
say_nothing (const gk_host *, const char *, ...)
{
}

static void
report_nothing (const gk_host *, const char *, const char *, double)
{
}

static void *
alloc_memory (const gk_host *host, size_t bytes)
{
  return own_host (host)->alloc (own_host (host), bytes);
}

static void
free_memory (const gk_host *host, void *memory)
{
  own_host (host)->free (own_host (host), memory);
}

static void
fill_random (const gk_host *host, void *memory, size_t bytes, uint64_t seed)
{
  own_host (host)->random (own_host (host), memory, bytes, seed);
}

static const gk_case *
describe_case (const gk_host *host)
{
  const gk_host *const own = own_host (host);

  return GK_HAS (own, gk_host, describe) ? own->describe (own) : NULL;
}

static void *
take_workspace (const gk_host *host, size_t bytes)
{
  struct way_host *const h = (struct way_host *)(void *)host;
  void **const memory = &h->taken[h->n];

  if (h->n == WAYS_MOST * GK_MAX_WORKSPACES || (double)bytes > h->left)
    return NULL;
  if (cudaMalloc (memory, bytes) != cudaSuccess) {
    /* The next launch that asks for errors is another way's. */
    cudaGetLastError ();
    return NULL;
  }
  h->n++;
  h->left -= (double)bytes;
  return *memory;
}

static void
services_open (struct way_host *h, const gk_host *own, const gk_device *device)
{
  h->left = most_memory * (double)device->memory;
  h->own = own;
  h->host.size = sizeof h->host;
  h->host.abi = own->abi;
  h->host.version = own->version;
  h->host.error = h->host.log = say_nothing;
  h->host.alloc = alloc_memory;
  h->host.free = free_memory;
  h->host.random = fill_random;
  h->host.workspace = take_workspace;
  h->host.metric = report_nothing;
  h->host.describe = describe_case;
}

static void
services_close (struct way_host *h)
{
  while (h->n > 0)
    cudaFree (h->taken[--h->n]);
}

/* ---- Operands ---- */

/* Sets the bits of `exponent` in random words to those of `half`. */
static __global__ void
fill_words (uint64_t *words, size_t n, uint64_t seed, uint64_t exponent,
            uint64_t half)
{
  const size_t step = (size_t)gridDim.x * blockDim.x;

  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += step) {
    uint64_t x = (i + seed) * 0x9e3779b97f4a7c15;

    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93;
    x ^= x >> 32;
    words[i] = (x & ~exponent) | half;
  }
}

/* Reads n vectors, and stores what can't be. */
static __global__ void
read_vectors (uint4 *vectors, size_t n)
{
  const size_t step = (size_t)gridDim.x * blockDim.x;
  unsigned any = 0;

  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += step) {
    const uint4 v = vectors[i];

    any |= v.x | v.y | v.z | v.w;
  }
  if (any != 0)
    vectors[0].x = any;
}

/* To pages: where operands share one, a launch waits for fewer translations of
 * addresses than a host's does. */
static size_t
align_up (size_t bytes)
{
  const size_t page = 2 << 20;

  return (bytes + page - 1) / page * page;
}

static size_t
bytes_of (gk_dtype dtype, gk_layout layout, int64_t rows, int64_t cols,
          int64_t ld, int64_t batch, int64_t stride)
{
  const int64_t lines = layout == GK_ROW_MAJOR ? rows : cols;

  return align_up ((size_t)((batch - 1) * stride + lines * ld)
                   * gk_element_bytes (dtype));
}

/* Floats get the exponents of numbers in [0.5, 1), and either sign. */
static void
fill_matrix (const struct way_rehearsal *r, gk_dtype dtype, void *at,
             size_t bytes)
{
  static const struct {
    gk_dtype dtype;
    uint64_t exponent, half;
  } bits[] = {
    { GK_F16, 0x7c007c007c007c00, 0x3800380038003800 },
    { GK_BF16, 0x7f807f807f807f80, 0x3f003f003f003f00 },
    { GK_F32, 0x7f8000007f800000, 0x3f0000003f000000 },
    { GK_TF32, 0x7f8000007f800000, 0x3f0000003f000000 },
    { GK_F64, 0x7ff0000000000000, 0x3fe0000000000000 },
    { GK_F8_E4M3, 0x7878787878787878, 0x3030303030303030 },
    { GK_F8_E5M2, 0x7c7c7c7c7c7c7c7c, 0x3838383838383838 },
  };
  uint64_t exponent = 0, half = 0;

  for (const auto &b : bits)
    if (b.dtype == dtype) {
      exponent = b.exponent;
      half = b.half;
    }
  fill_words<<<1024, 256, 0, r->stream>>> ((uint64_t *)at, bytes / 8,
                                           (uint64_t)((char *)at - r->memory),
                                           exponent, half);
}

/* Allocates the operands and what is read before a launch.  False: there is too
 * little memory. */
static bool
make_operands (struct way_rehearsal *r, const gk_device *device)
{
  gk_matmul *const p = &r->problem;
  const size_t of_a = bytes_of (p->dtype, p->layout_a, p->m, p->n, p->lda,
                                p->batch, p->stride_a);
  const size_t of_b = bytes_of (p->dtype_b, p->layout_b, p->n, p->k, p->ldb,
                                p->batch, p->stride_b);
  const size_t of_c = bytes_of (p->dtype_c, p->layout_c, p->m, p->k, p->ldc,
                                p->batch, p->stride_c);

  r->bytes = of_a + of_b + of_c;
  r->evicted = align_up (2 * device->l2);
  if ((double)(r->bytes + r->evicted) > most_memory * (double)device->memory
      || cudaMalloc ((void **)&r->memory, r->bytes + r->evicted) != cudaSuccess)
    return false;
  p->a = r->memory;
  p->b = r->memory + of_a;
  p->c = r->memory + of_a + of_b;
  fill_matrix (r, p->dtype, r->memory, of_a);
  fill_matrix (r, p->dtype_b, r->memory + of_a, of_b);
  fill_matrix (r, p->dtype_c, p->c, of_c);
  return cudaMemsetAsync (r->memory + r->bytes, 0, r->evicted, r->stream)
         == cudaSuccess;
}

/* ---- Times ---- */

static __global__ void
do_nothing (void)
{
}

/* Launches none to three empty kernels, pseudo-randomly.  On an H200 every
 * fourth launch of a stream takes 0.9 us longer, if its parameters have more
 * than 256 bytes (results/h200-short.txt): in turns of equal length these could
 * be the same ways' each time. */
static void
launch_empties (struct way_rehearsal *r)
{
  r->random = r->random * 1664525 + 1013904223;
  for (uint32_t n = r->random >> 30; n > 0; n--)
    do_nothing<<<1, 1, 0, r->stream>>> ();
}

static bool
launch_way (const struct way_rehearsal *r, const struct way *way, void *state)
{
  return way->variant.launch (&r->services.host, &r->problem, state, r->stream)
         == GK_OK;
}

/* Milliseconds of a launch; negative: it failed.  again: another comes before
 * it, so that as in a host's samples the instruction caches hold its code. */
static float
time_launch (struct way_rehearsal *r, const struct way *way, void *state,
             bool again)
{
  float ms = -1;

  if (again && !launch_way (r, way, state))
    return -1;
  launch_empties (r);
  read_vectors<<<1024, 256, 0, r->stream>>> (
      (uint4 *)(void *)(r->memory + r->bytes), r->evicted / sizeof (uint4));
  if (cudaEventRecord (r->begin, r->stream) != cudaSuccess
      || !launch_way (r, way, state)
      || cudaEventRecord (r->end, r->stream) != cudaSuccess
      || cudaEventSynchronize (r->end) != cudaSuccess
      || cudaEventElapsedTime (&ms, r->begin, r->end) != cudaSuccess)
    return -1;
  r->all += ms;
  return ms;
}

static void
add_time (struct way_trial *t, float ms)
{
  int i = t->n++;

  for (; i > 0 && t->ms[i - 1] > ms; i--)
    t->ms[i] = t->ms[i - 1];
  t->ms[i] = ms;
}

/* The lower quartile, as one launch in four is longer. */
static float
quartile_of (const struct way_trial *t)
{
  return t->ms[(t->n - 1) / 4];
}

static int
compare_trials (const void *a, const void *b)
{
  const float x = quartile_of ((const struct way_trial *)a);
  const float y = quartile_of ((const struct way_trial *)b);

  return (x > y) - (x < y);
}

/* All take turns; false: one failed, or there is no time left. */
static bool
take_turns (struct way_rehearsal *r, const struct way *ways,
            struct way_trial *trials, int n, int turns)
{
  for (int turn = 0; turn < turns && r->all < most_of_all; turn++)
    for (int i = 0; i < n; i++) {
      const float ms = time_launch (r, &ways[trials[i].way], trials[i].state,
                                    trials[i].first < most_of_again);

      if (ms < 0)
        return false;
      add_time (&trials[i], ms);
    }
  return r->all < most_of_all;
}

/* Prepares the ways that do not skip the problem, and launches each once, which
 * loads its code.  Returns how many, fewer where launches are long; none where
 * the first skips the problem. */
static int
prepare_ways (struct way_rehearsal *r, const gk_device *device,
              const struct way *ways, int n, struct way_trial *trials)
{
  int made = 0;

  for (int i = 0; i < n && r->all < (i < few_ways ? most_of_all : most_of_few);
       i++) {
    struct way_trial *const t = &trials[made];

    *t = { i };
    if (way_prepare (&r->services.host, device, &r->problem, &ways[i],
                     &t->state)
        != GK_OK) {
      if (i == 0)
        break;
      continue;
    }
    made++;
    t->first = time_launch (r, &ways[i], t->state, false);
    if (t->first < 0)
      break;
  }
  return made;
}

static void
release_ways (const struct way_rehearsal *r, const struct way *ways,
              const struct way_trial *trials, int n)
{
  for (int i = 0; i < n; i++)
    way_release (&r->services.host, &ways[trials[i].way], trials[i].state);
}

static int
find_fastest (struct way_rehearsal *r, const struct way *ways,
              struct way_trial *trials, int n)
{
  bool go_on = true;

  if (n < 2)
    return 0;
  r->all = 0;
  for (size_t s = 0; go_on && s < sizeof stages / sizeof stages[0]; s++) {
    if (n > stages[s].stay)
      n = stages[s].stay;
    go_on = take_turns (r, ways, trials, n, stages[s].turns);
    if (trials[n - 1].n == 0)
      return 0;
    qsort (trials, (size_t)n, sizeof *trials, compare_trials);
  }
  for (int i = 1; i < n; i++)
    if (trials[i].way == 0
        && quartile_of (&trials[0])
               > (trials[0].n < few_turns ? of_first_in_few : of_first)
                     * quartile_of (&trials[i]))
      return 0;
  return trials[0].way;
}

extern "C" int
ways_fastest (const gk_host *host, const gk_device *device,
              const gk_matmul *problem, const struct way *ways, int n,
              int *timed)
{
  struct way_rehearsal r = {};
  struct way_trial *trials;
  int fastest = 0;

  *timed = 0;
  if (n < 2)
    return 0;
  trials = (struct way_trial *)host->alloc (
      host, (size_t)n * sizeof (struct way_trial));
  services_open (&r.services, host, device);
  r.problem = *problem;
  r.stream = (cudaStream_t)device->stream;
  if (trials && cudaEventCreate (&r.begin) == cudaSuccess
      && cudaEventCreate (&r.end) == cudaSuccess
      && make_operands (&r, device)) {
    *timed = prepare_ways (&r, device, ways, n, trials);
    fastest = find_fastest (&r, ways, trials, *timed);
    release_ways (&r, ways, trials, *timed);
  }
  cudaStreamSynchronize (r.stream);
  services_close (&r.services);
  cudaFree (r.memory);
  cudaEventDestroy (r.begin);
  cudaEventDestroy (r.end);
  cudaGetLastError ();
  host->free (host, trials);
  return fastest;
}
