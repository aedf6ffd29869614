/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The family @FAMILY@: the computation, its inputs, and the check of results.
 * As a beginning it multiplies a list by a number: replace that by your own, from
 * @FAMILY@.h on.
 */
#include <string.h>

#include "@FAMILY@.h"

/* The keys that a job may set; setup gets their values in this order. */
static const gk_option options[] = {
  {
      .name = "n",
      .help = "elements",
      .type = GK_INT,
      .flags = GK_OPTION_SIZE,
      .value = { .i = 1000000 },
      .min = 1,
      .max = INT64_C (1) << 40,
  },
  {
      .name = "by",
      .help = "factor of each element",
      .type = GK_INT,
      .value = { .i = 3 },
      .min = 1,
      .max = 1000,
  },
};

static void
set_buffer (gk_buffer *buffer, const char *name, gk_role role, uint64_t bytes,
            uint64_t slot)
{
  buffer->name = name;
  buffer->role = role;
  buffer->bytes = bytes;
  buffer->slot = slot;
}

/* Makes one problem: the struct that variants get, the buffers, and the least
 * work that any device has to do. */
static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  @IDENT@_problem *p = (@IDENT@_problem *)host->alloc (host, sizeof *p);
  const uint64_t bytes = (uint64_t)values[0].i * sizeof (int32_t);

  if (p == NULL)
    return GK_FAIL;
  memset (p, 0, sizeof *p);
  p->size = sizeof *p;
  p->n = values[0].i;
  p->by = (int32_t)values[1].i;

  setup->state = p;
  setup->problem = p;
  setup->problem_bytes = sizeof *p;
  setup->n_buffers = 2;
  set_buffer (&setup->buffers[0], "src", GK_INPUT, bytes,
              offsetof (@IDENT@_problem, src));
  set_buffer (&setup->buffers[1], "dst", GK_OUTPUT, bytes,
              offsetof (@IDENT@_problem, dst));
  setup->work.bytes_read = bytes;
  setup->work.bytes_written = bytes;
  setup->work.ops = (double)p->n;
  setup->work.op_class = GK_OPS_I32;
  setup->verify_data = GK_BIT (GK_DATA_RANDOM);
  return GK_OK;
}

/* Fills the inputs, which depend on the seed alone. */
static int
fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
      void *const *buffers)
{
  const @IDENT@_problem *p = (const @IDENT@_problem *)state;
  int32_t *src = (int32_t *)buffers[0];
  int64_t i;

  host->random (host, src, (size_t)p->n * sizeof *src, seed);
  for (i = 0; i < p->n && data != GK_DATA_RANDOM; i++)
    src[i] = data == GK_DATA_ZERO ? 0 : src[i] & 63;
  return GK_OK;
}

#define CHANGES 16

/* Changes one element in each of 16 parts of the input, so that a variant that
 * returns an earlier result is wrong.  Which elements change, and how, depends
 * on the seed and the generation alone. */
static int
vary (const gk_host *host, void *state, gk_vary *vary)
{
  const @IDENT@_problem *p = (const @IDENT@_problem *)state;
  const int64_t parts = p->n < CHANGES ? p->n : CHANGES;
  int32_t *src = (int32_t *)vary->buffers[0];
  uint64_t random[2 * CHANGES];
  int64_t i;

  host->random (host, random, sizeof random,
                vary->seed ^ (vary->generation * UINT64_C (0x9e3779b97f4a7c15)));
  for (i = 0; i < parts; i++) {
    const int64_t begin = p->n / parts * i;
    const int64_t length = i < parts - 1 ? p->n / parts : p->n - begin;
    const int64_t at
        = begin + (int64_t)(random[2 * i] % (uint64_t)length);
    const uint32_t change = (uint32_t)random[2 * i + 1];

    src[at] ^= vary->data == GK_DATA_RANDOM ? (int32_t)(change | 1)
                                            : (int32_t)(change % 63 + 1);
    vary->ranges[i].buffer = 0;
    vary->ranges[i].offset = (uint64_t)at * sizeof *src;
    vary->ranges[i].bytes = sizeof *src;
  }
  vary->n_ranges = (uint64_t)parts;
  return GK_OK;
}

/* Returns the right element of dst for an element of src: computed unsigned,
 * since the overflow of an int is undefined. */
static int32_t
product (const @IDENT@_problem *p, int32_t element)
{
  return (int32_t)((uint32_t)element * (uint32_t)p->by);
}

/* Checks dst against src as it is now. */
static int
verify (const gk_host *host, void *state, gk_check *check)
{
  const @IDENT@_problem *p = (const @IDENT@_problem *)state;
  const int32_t *src = (const int32_t *)check->buffers[0];
  const int32_t *dst = (const int32_t *)check->buffers[1];
  int64_t i;

  check->method = "exactly";
  for (i = 0; i < p->n; i++) {
    check->checked++;
    if (dst[i] != product (p, src[i])) {
      host->error (host, "dst[%lld] is %ld, should be %ld", (long long)i,
                   (long)dst[i], (long)product (p, src[i]));
      return GK_WRONG;
    }
  }
  return GK_OK;
}

static void
teardown (const gk_host *host, void *state)
{
  host->free (host, state);
}

static const gk_family family = {
  .name = "@FAMILY@",
  .summary = "dst = by * src, modulo 2^32",
  GK_OPTIONS (options),
  .setup = setup,
  .fill = fill,
  .vary = vary,
  .verify = verify,
  .teardown = teardown,
};

