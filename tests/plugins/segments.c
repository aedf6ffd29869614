/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A family made by gkhost/family.h, with each kind of array: sums of segments
 * of a list that indexes gather, and tags that are only moved.  All variants
 * but the first are wrong in one element, or answer as before.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gkhost/family.h>

typedef struct segments {
  uint64_t size;
  gk_dtype dtype;
  int64_t parts, entries;
  const int64_t *offsets; /* parts + 1 */
  const int32_t *indexes; /* entries, below entries */
  const void *x;          /* entries, of dtype */
  const int16_t *tags;    /* likewise */
  void *sum;              /* parts: the sum of x[indexes[i]] */
  int16_t *moved;         /* entries: tags[indexes[i]] */
} segments;

enum { PARTS, EACH, DTYPE, REPEATS };

static const gk_option options[] = {
  GK_SIZE ("parts", "segments", 500, 2, 1 << 20),
  GK_SIZE ("each", "entries of a segment, on the average", 16, 1, 1 << 10),
  { .name = "dtype",
    .help = "type of x",
    .type = GK_DTYPE,
    .value = { .i = GK_F32 },
    .allowed = GK_BIT (GK_F16) | GK_BIT (GK_BF16) | GK_BIT (GK_F32)
               | GK_BIT (GK_F64) | GK_BIT (GK_I8) | GK_BIT (GK_I64)
               | GK_BIT (GK_U16) | GK_BIT (GK_U32) },
  { .name = "repeats",
    .help = "how often the family says that it computes all",
    .type = GK_INT,
    .value = { .i = 1 },
    .min = 1,
    .max = INT64_C (1) << 40 },
};

enum { SUM = 4, MOVED };

static void
reference (const void *problem, gk_line *line)
{
  const segments *p = problem;
  const int64_t r = line->line;

  if (line->output == MOVED) {
    line->integer[0] = (uint64_t)p->tags[p->indexes[r]];
    return;
  }
  if (gk_is_integer (p->dtype))
    line->integer[0] = 0;
  else
    line->value[0] = line->scale[0] = 0;
  for (int64_t i = p->offsets[r]; i < p->offsets[r + 1]; i++)
    if (gk_is_integer (p->dtype))
      line->integer[0] += (uint64_t)gk_integer (p->dtype, p->x, p->indexes[i]);
    else {
      const double x = gk_number (p->dtype, p->x, p->indexes[i]);

      line->value[0] += x;
      line->scale[0] += fabs (x);
    }
}

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  const int64_t entries = values[PARTS].i * values[EACH].i;
  const segments p = { .size = sizeof p,
                       .dtype = (gk_dtype)values[DTYPE].i,
                       .parts = values[PARTS].i,
                       .entries = entries };
  gk_instance *in = gk_instance_new (host, setup, &p, sizeof p);

  if (in == NULL)
    return GK_FAIL;
  GK_ADD_OFFSETS (in, p, offsets, GK_I64, p.parts, entries);
  GK_ADD_INDEXES (in, p, indexes, GK_I32, entries, entries);
  GK_ADD_INPUT (in, p, x, p.dtype, 1, entries);
  GK_ADD_INPUT (in, p, tags, GK_I16, 1, entries);
  GK_ADD_OUTPUT (in, p, sum, p.dtype, p.parts, 1);
  GK_ADD_OUTPUT (in, p, moved, GK_I16, entries, 1);
  in->terms = 3. * (double)values[EACH].i;
  in->factors = 1;
  setup->work.ops = (double)entries * (double)values[REPEATS].i;
  setup->work.op_class = GK_OPS_F32;
  return gk_instance_finish (in, reference);
}

static const gk_family family = {
  .name = "segments",
  .summary = "sums of gathered numbers, and tags",
  GK_OPTIONS (options),
  GK_CALLBACKS (setup),
};

/* Computes all but element `from` to element `end` of sum. */
static void
compute_but (const segments *p, int64_t from, int64_t end)
{
  for (int64_t i = 0; i < p->entries; i++)
    p->moved[i] = p->tags[p->indexes[i]];
  for (int64_t r = 0; r < p->parts; r++) {
    float single = 0;
    double sum = 0;
    uint64_t integer = 0;

    if (r >= from && r < end)
      continue;
    for (int64_t i = p->offsets[r]; i < p->offsets[r + 1]; i++) {
      single += (float)gk_number (p->dtype, p->x, p->indexes[i]);
      sum += gk_number (p->dtype, p->x, p->indexes[i]);
      if (gk_is_integer (p->dtype))
        integer += (uint64_t)gk_integer (p->dtype, p->x, p->indexes[i]);
    }
    if (gk_is_integer (p->dtype))
      gk_put_integer (p->dtype, p->sum, r, integer);
    else
      gk_put_number (p->dtype, p->sum, r, p->dtype == GK_F64 ? sum : single);
  }
}

static int
loop (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)state, (void)stream;
  compute_but (problem, 0, 0);
  return GK_OK;
}

/* The element that is wrong. */
enum { ODD = 77 };

static int
write_odd (const gk_host *host, const void *problem, void *state, void *stream)
{
  const segments *p = problem;

  loop (host, problem, state, stream);
  gk_put_number (p->dtype, p->sum, ODD,
                 gk_number (p->dtype, p->sum, ODD) + 0x1p-12);
  return GK_OK;
}

static int
write_nan (const gk_host *host, const void *problem, void *state, void *stream)
{
  const segments *p = problem;

  loop (host, problem, state, stream);
  gk_put_number (p->dtype, p->sum, ODD, (double)NAN);
  return GK_OK;
}

static int
write_tag (const gk_host *host, const void *problem, void *state, void *stream)
{
  const segments *p = problem;

  loop (host, problem, state, stream);
  p->moved[ODD] ^= 1;
  return GK_OK;
}

static int
leave_out (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)state, (void)stream;
  compute_but (problem, ODD, ODD + 1);
  return GK_OK;
}

/* Sums of a kind, as the first launch found them. */
static char *kept;

static int
answer_again (const gk_host *host, const void *problem, void *state,
              void *stream)
{
  const segments *p = problem;
  const size_t bytes = (size_t)p->parts * gk_element_bytes (p->dtype);

  loop (host, problem, state, stream);
  if (kept != NULL)
    memcpy (p->sum, kept, bytes);
  else if ((kept = malloc (bytes)) != NULL)
    memcpy (kept, p->sum, bytes);
  return GK_OK;
}

/* Computes anew only where over a tenth of x has changed. */
static int
answer_late (const gk_host *host, const void *problem, void *state,
             void *stream)
{
  const segments *p = problem;
  const unsigned bytes = gk_element_bytes (p->dtype);
  const size_t sums = (size_t)p->parts * bytes;
  const size_t numbers = (size_t)p->entries * bytes;
  const char *x = p->x;
  int64_t changed = kept == NULL ? p->entries : 0;

  for (int64_t i = 0; kept != NULL && i < p->entries; i++)
    changed += memcmp (kept + sums + i * bytes, x + i * bytes, bytes) != 0;
  loop (host, problem, state, stream);
  if (kept == NULL)
    kept = malloc (sums + numbers);
  if (kept == NULL)
    return GK_FAIL;
  if (changed > p->entries / 10) {
    memcpy (kept, p->sum, sums);
    memcpy (kept + sums, x, numbers);
  }
  memcpy (p->sum, kept, sums);
  return GK_OK;
}

static void
forget (const gk_host *host, void *state)
{
  (void)host, (void)state;
  free (kept);
  kept = NULL;
}

static const gk_variant variants[] = {
  { .name = "loop", .summary = "is right", .launch = loop },
  { .name = "odd", .summary = "one is wrong by 2^-12", .launch = write_odd },
  { .name = "nan", .summary = "one is NaN", .launch = write_nan },
  { .name = "tag", .summary = "a bit of a tag is wrong", .launch = write_tag },
  { .name = "out", .summary = "one is never written", .launch = leave_out },
  { .name = "again",
    .summary = "repeats its first answer",
    .launch = answer_again,
    .release = forget },
  { .name = "late",
    .summary = "repeats its answer until many numbers change",
    .launch = answer_late,
    .release = forget },
};

GK_PLUGIN ("segments", "1", "a family of family.h", &family, variants)
