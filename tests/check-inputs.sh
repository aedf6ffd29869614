#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost check warns of a fill or a vary that ignores its seed or its generation,
# and of a family without vary.  An input with one valid value, such as the column
# indices of a matrix of one column, is no fault.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cat >"$tmp/gather.c" <<'END_OF_C'
#include <string.h>

#include <gkhost/plugin.h>

enum fault { NONE, SAME_FILL, SAME_SEED, SAME_GENERATION, SAME_INDEX };

/* out[i] = from[index[i]] */
struct problem {
  const unsigned char *from;
  const unsigned *index;
  unsigned char *out;
  size_t n;
  enum fault fault;
};

static const char *const faults[] = { "none", "same-fill", "same-seed",
  "same-generation", "same-index", NULL };
static const gk_option options[] = {
  { .name = "n", .help = "elements", .type = GK_INT, .flags = GK_OPTION_SIZE,
    .value.i = 100, .min = 1, .max = 10000 },
  { .name = "fault", .help = "what is ignored", .type = GK_CHOICE,
    .choices = faults },
};

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  struct problem *p = host->alloc (host, sizeof *p);

  if (p == NULL)
    return GK_FAIL;
  memset (p, 0, sizeof *p);
  p->n = (size_t)values[0].i;
  p->fault = (enum fault)values[1].i;
  setup->state = p;
  setup->problem = p;
  setup->problem_bytes = sizeof *p;
  setup->n_buffers = 3;
  setup->buffers[0] = (gk_buffer){ .name = "from", .bytes = p->n,
    .slot = offsetof (struct problem, from) };
  setup->buffers[1] = (gk_buffer){ .name = "index", .bytes = 4 * p->n,
    .slot = offsetof (struct problem, index) };
  setup->buffers[2] = (gk_buffer){ .name = "out", .role = GK_OUTPUT,
    .bytes = p->n, .slot = offsetof (struct problem, out) };
  setup->work.bytes_read = setup->work.bytes_written = p->n;
  setup->verify_data = GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_EXACT);
  return GK_OK;
}

static int
fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
      void *const *buffers)
{
  const struct problem *p = state;
  unsigned *index = buffers[1];

  (void)data;
  if (p->fault == SAME_FILL)
    seed = 1;
  host->random (host, index, 4 * p->n, seed);
  host->random (host, buffers[0], p->n, seed + 1);
  for (size_t i = 0; i < p->n; i++)
    index[i] = p->fault == SAME_INDEX ? (unsigned)(p->n - 1 - i)
                                      : index[i] % (unsigned)p->n;
  return GK_OK;
}

static int
vary (const gk_host *host, void *state, gk_vary *vary)
{
  const struct problem *p = state;
  unsigned char *from = vary->buffers[0];
  unsigned *index = vary->buffers[1];
  uint64_t number, seed = p->fault == SAME_SEED ? 1 : vary->seed;
  uint64_t generation = p->fault == SAME_GENERATION ? 1 : vary->generation;

  host->random (host, &number, sizeof number, seed + generation);
  for (size_t i = 0; i < p->n; i++)
    from[i] = (unsigned char)(from[i] + 1 + number % 255);
  vary->ranges[0].bytes = p->n;
  vary->n_ranges = 1;
  if (p->fault == SAME_INDEX)
    return GK_OK;
  index[0] = (index[0] + 1) % (unsigned)p->n;
  vary->ranges[1] = (gk_range){ .buffer = 1, .bytes = 4 };
  vary->n_ranges = 2;
  return GK_OK;
}

static int
verify (const gk_host *host, void *state, gk_check *check)
{
  const struct problem *p = state;
  const unsigned char *from = check->buffers[0], *out = check->buffers[2];
  const unsigned *index = check->buffers[1];

  for (size_t i = 0; i < p->n; i++)
    if (out[i] != from[index[i]]) {
      host->error (host, "byte %zu is wrong", i);
      return GK_WRONG;
    }
  return GK_OK;
}

static void
teardown (const gk_host *host, void *state)
{
  host->free (host, state);
}

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const struct problem *p = problem;

  (void)host, (void)state, (void)stream;
  for (size_t i = 0; i < p->n; i++)
    p->out[i] = p->from[p->index[i]];
  return GK_OK;
}

static const gk_family family = { .name = "gather", .summary = "gathers bytes",
  GK_OPTIONS (options), .setup = setup, .fill = fill,
#ifdef VARIES
  .vary = vary,
#endif
  .verify = verify, .teardown = teardown };

static const gk_variant variants[]
  = { { .name = "plain", .summary = "a loop", .launch = launch } };

GK_PLUGIN ("gather", "1", "gathers bytes", &family, variants)
END_OF_C

# warns FAULT PATTERN...: in as many lines, and all else is sound.
warns ()
{
  local fault=$1 pattern

  shift
  expect_status 0 gkhost check "$tmp/gather.so" --only 'gather-[123]/*' \
    -s "*.fault=$fault"
  expect_grep 'gather.so: sound: [0-9]* cases' "$tmp/out"
  tr '\n' ' ' <"$tmp/out" | sed 's/  */ /g; s/warning:/\n&/g' >"$tmp/joined"
  for pattern; do
    expect_grep "^warning: family gather: $pattern" "$tmp/joined"
  done
  expect_equal "$(grep -c ^warning: "$tmp/joined" || :)" "$#"
}

CC="$CC -DVARIES" build_plugin gather
warns none
warns same-fill 'fill ignores its seed: let the inputs follow from it'
warns same-seed 'vary ignores its seed: let the places'
warns same-generation 'vary ignores its generation: let the places'
warns same-index "vary leaves 'index' as it was: change an element of each input"

# Of matrices of one column alone it looks as if vary left it.
expect_status 0 gkhost check "$tmp/gather.so" --only 'gather-1/*' \
  -o "$tmp/run.jsonl"
expect_grep "\"doubts\": *\[\"examined\", *\"vary leaves 'index' as it was:" \
  "$tmp/run.jsonl"

build_plugin gather
warns none 'vary is missing: a variant that keeps an earlier result may pass'
