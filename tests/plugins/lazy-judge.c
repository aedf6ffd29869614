/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A family that copies bytes, and judges, fills or varies them lazily in the
 * way that its option names, or with -DSTEADY=1 never varies them.  Its variant
 * is right.
 */
#include <config.h>

#include <stdbool.h>
#include <string.h>

#include <gkhost/plugin.h>

#ifndef STEADY
#define STEADY 0
#endif

enum fault {
  NONE,
  PASSES_ALL,
  PASSES_UNWRITTEN,
  PASSES_ZEROS,
  PASSES_ONES, /* as !(error > bound) does of NaN */
  MASKS_BITS,
  SAMPLES,
  SUMS,
  KEEPS_REFERENCE,
  FILL_COUNTS,
  VARY_COUNTS,
  VARIES_NOTHING,
  VARIES_BESIDE,
  FILL_BEHIND, /* writes where it may not */
  FILL_WIDE,   /* as if it had elements of 8 bytes */
  FILL_BEFORE,
  VARY_BEHIND,
  VARY_BEFORE,
  VERIFY_INPUT,
  VERIFY_OUTPUT,
  VERIFY_READS,  /* what is not mapped */
  OUTSIDE_RANGE, /* names ranges that can't be */
  OUTPUT_RANGE,
  MANY_RANGES,
  ALL_RANGES,
  FILL_SAME
};

struct problem {
  const unsigned char *src;
  unsigned char *dst;
  size_t n;
  enum fault fault;
};

struct state {
  struct problem problem;
  uint64_t count;           /* of calls */
  unsigned char *reference; /* NULL: none was made */
};

enum { N, FAULT };

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  struct state *s = host->alloc (host, sizeof *s);

  if (s == NULL)
    return GK_FAIL;
  memset (s, 0, sizeof *s);
  s->problem.n = (size_t)values[N].i;
  s->problem.fault = (enum fault)values[FAULT].i;
  setup->state = s;
  setup->problem = &s->problem;
  setup->problem_bytes = sizeof s->problem;
  setup->n_buffers = 2;
  setup->buffers[0].name = "src";
  setup->buffers[0].bytes = s->problem.n;
  setup->buffers[0].slot = offsetof (struct problem, src);
  setup->buffers[1].name = "dst";
  setup->buffers[1].role = GK_OUTPUT;
  setup->buffers[1].bytes = s->problem.n;
  setup->buffers[1].slot = offsetof (struct problem, dst);
  setup->work.bytes_read = setup->work.bytes_written = s->problem.n;
  setup->verify_data = GK_BIT (GK_DATA_RANDOM);
  return GK_OK;
}

static int
fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
      void *const *buffers)
{
  struct state *s = state;

  (void)data;
  if (s->problem.fault == FILL_SAME)
    seed = 1;
  if (s->problem.fault == FILL_COUNTS)
    seed += s->count++;
  host->random (host, buffers[0], s->problem.n, seed);
  if (s->problem.fault == FILL_BEHIND)
    ((unsigned char *)buffers[0])[s->problem.n + 4000] = 1;
  if (s->problem.fault == FILL_WIDE)
    memset (buffers[0], 1, 8 * s->problem.n);
  if (s->problem.fault == FILL_BEFORE)
    ((unsigned char *)buffers[0])[-1] = 1;
  return GK_OK;
}

static int
vary (const gk_host *host, void *state, gk_vary *vary)
{
  struct state *s = state;
  unsigned char *src = vary->buffers[0];
  size_t at = (vary->seed + vary->generation) % s->problem.n;

  (void)host;
  if (s->problem.fault == VARIES_NOTHING)
    return GK_OK;
  src[at] = (unsigned char)(src[at] + 1 + vary->seed % 255);
  if (s->problem.fault == VARY_COUNTS)
    src[at] = (unsigned char)s->count++;
  vary->ranges[0].offset
      = s->problem.fault == VARIES_BESIDE ? (at + 1) % s->problem.n : at;
  vary->ranges[0].bytes = 1;
  vary->n_ranges = s->problem.fault == MANY_RANGES ? 65 : 1;
  if (s->problem.fault == ALL_RANGES)
    for (; vary->n_ranges < 1000; vary->n_ranges++)
      vary->ranges[vary->n_ranges] = vary->ranges[0];
  if (s->problem.fault == OUTSIDE_RANGE)
    vary->ranges[0].bytes = s->problem.n + 1;
  if (s->problem.fault == OUTPUT_RANGE)
    vary->ranges[0].buffer = 1;
  if (s->problem.fault == VARY_BEHIND)
    src[s->problem.n] = 1;
  if (s->problem.fault == VARY_BEFORE)
    src[-1] = 1;
  return GK_OK;
}

/* Whether it is the same, or as good as. */
static bool
is_right (const struct problem *p, const unsigned char *is,
          const unsigned char *wanted, uint8_t poison)
{
  size_t zeros = 0, unwritten = 0, wrong = 0, is_sum = 0, wanted_sum = 0;
  const size_t end = p->fault == SAMPLES ? p->n / 4 : p->n;
  const unsigned bits = p->fault == MASKS_BITS ? 0x80 : 0xff;

  for (size_t i = 0; i < end; i++) {
    zeros += is[i] == 0;
    unwritten += is[i] == poison;
    wrong += (is[i] & bits) != (wanted[i] & bits)
             && !(p->fault == PASSES_ONES && is[i] == 0xff);
    /* Cubes, as one block in a hundred has the sum of its inverse. */
    is_sum += (size_t)is[i] * is[i] * is[i];
    wanted_sum += (size_t)wanted[i] * wanted[i] * wanted[i];
  }
  return wrong == 0 || p->fault == PASSES_ALL
         || (p->fault == PASSES_ZEROS && zeros == p->n)
         || (p->fault == PASSES_UNWRITTEN && unwritten == p->n)
         || (p->fault == SUMS && is_sum == wanted_sum);
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  struct state *s = state;
  const unsigned char *wanted = check->buffers[0];
  volatile uintptr_t unmapped = 64;

  if (s->problem.fault == VERIFY_INPUT)
    ((unsigned char *)(uintptr_t)wanted)[0]++;
  if (s->problem.fault == VERIFY_OUTPUT)
    ((unsigned char *)(uintptr_t)check->buffers[1])[0]++;
  if (s->problem.fault == VERIFY_READS)
    return *(volatile char *)unmapped;
  if (s->problem.fault == KEEPS_REFERENCE) {
    if (s->reference == NULL) {
      s->reference = host->alloc (host, s->problem.n);
      if (s->reference == NULL)
        return GK_FAIL;
      memcpy (s->reference, wanted, s->problem.n);
    }
    wanted = s->reference;
  }
  if (is_right (&s->problem, check->buffers[1], wanted, check->poison[0]))
    return GK_OK;
  host->error (host, "something is wrong");
  return GK_WRONG;
}

static void
teardown (const gk_host *host, void *state)
{
  struct state *s = state;

  host->free (host, s->reference);
  host->free (host, s);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const struct problem *p = problem;

  (void)host, (void)state, (void)stream;
  memcpy (p->dst, p->src, p->n);
  return GK_OK;
}

static const char *const faults[]
    = { "none",          "passes-all",    "passes-unwritten",
        "passes-zeros",  "passes-ones",   "masks-bits",
        "samples",       "sums",          "keeps-reference",
        "fill-counts",   "vary-counts",   "varies-nothing",
        "varies-beside", "fill-behind",   "fill-wide",
        "fill-before",   "vary-behind",   "vary-before",
        "verify-input",  "verify-output", "verify-reads",
        "outside-range", "output-range",  "many-ranges",
        "all-ranges",    "fill-same",     NULL };

static const gk_option options[] = {
  { .name = "n",
    .help = "bytes",
    .type = GK_INT,
    .flags = GK_OPTION_SIZE,
    .value.i = 1000,
    .min = 1,
    .max = 1000000 },
  { .name = "fault",
    .help = "what is lazy",
    .type = GK_CHOICE,
    .choices = faults },
};

static const gk_family family = {
  .name = "lazy",
  .summary = "a family with one fault",
  GK_OPTIONS (options),
  .setup = setup,
  .fill = fill,
  .vary = STEADY ? NULL : vary,
  .verify = verify,
  .teardown = teardown,
};

static const gk_variant variants[] = {
  { .name = "plain", .summary = "memcpy", .launch = launch },
};

GK_PLUGIN ("lazy-judge", PACKAGE_VERSION, "a family with one fault", &family,
           variants)
