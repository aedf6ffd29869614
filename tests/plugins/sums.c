/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A family made by gkhost/family.h whose result is a single number: the sum or
 * the maximum of a long list.  One variant computes it, another answers what it
 * had computed at first.
 */
#include <gkhost/family.h>

typedef struct sums {
  uint64_t size;
  gk_dtype dtype;
  int32_t greatest; /* not 0: the maximum, else the sum */
  int64_t n;
  const void *src; /* n elements */
  void *dst;       /* one */
} sums;

static const gk_option options[] = {
  GK_SIZE ("n", "elements", 1 << 23, 1, 1 << 30),
  GK_TYPES ("dtype", "type of an element", GK_F32,
            GK_BIT (GK_F32) | GK_BIT (GK_F64) | GK_BIT (GK_I32)
                | GK_BIT (GK_I16)),
  { .name = "greatest", .help = "1: the maximum", .type = GK_INT, .max = 1 },
};

static void
reference (const void *problem, gk_line *line)
{
  const sums *p = problem;
  const int integers = gk_is_integer (p->dtype);
  double most = gk_number (p->dtype, p->src, 0);
  int64_t i;

  for (i = 0; i < p->n && !p->greatest; i++)
    if (integers)
      line->integer[0] += (uint64_t)gk_integer (p->dtype, p->src, i);
    else
      gk_add_term (line, 0, gk_number (p->dtype, p->src, i));
  for (i = 0; i < p->n && p->greatest; i++) {
    const double x = gk_number (p->dtype, p->src, i);

    most = x > most ? x : most;
  }
  if (p->greatest && integers)
    line->integer[0] = (uint64_t)(int64_t)most;
  else if (p->greatest)
    line->value[0] = most;
}

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  const sums p = { sizeof (sums),
                   (gk_dtype)values[1].i,
                   (int32_t)values[2].i,
                   values[0].i,
                   NULL,
                   NULL };
  gk_instance *in = gk_instance_new (host, setup, &p, sizeof p);

  if (in == NULL)
    return GK_FAIL;
  GK_ADD_INPUT (in, p, src, p.dtype, 1, p.n);
  GK_ADD_OUTPUT (in, p, dst, p.dtype, 1, 1);
  in->terms = p.greatest ? 1 : (double)p.n;
  in->factors = p.greatest ? 0 : 1;
  in->peaks = p.greatest != 0;
  setup->work.ops = (double)p.n;
  return gk_instance_finish (in, reference);
}

static const gk_family family = {
  .name = "sums",
  .summary = "the sum or the maximum of a list",
  GK_OPTIONS (options),
  GK_CALLBACKS (setup),
};

static int
compute (const gk_host *host, const void *problem, void *state, void *stream)
{
  double value = 0, scale = 0;
  uint64_t integer = 0;
  gk_line line
      = { .length = 1, .value = &value, .scale = &scale, .integer = &integer };
  const sums *p = problem;

  (void)host, (void)state, (void)stream;
  reference (problem, &line);
  if (gk_is_integer (p->dtype))
    gk_put_integer (p->dtype, p->dst, 0, integer);
  else
    gk_put_number (p->dtype, p->dst, 0, value);
  return GK_OK;
}

/* Computes it where other elements than vary changes are new, with other data.
 */
static int
again (const gk_host *host, const void *problem, void *state, void *stream)
{
  static unsigned char kept[8], seen[64];
  const sums *p = problem;

  if (memcmp (seen, p->src, sizeof seen) != 0) {
    compute (host, problem, state, stream);
    memcpy (seen, p->src, sizeof seen);
    memcpy (kept, p->dst, gk_element_bytes (p->dtype));
  }
  memcpy (p->dst, kept, gk_element_bytes (p->dtype));
  return GK_OK;
}

static const gk_variant variants[] = {
  { .name = "right",
    .summary = "computes it",
    .device = GK_CPU,
    .launch = compute },
  { .name = "again",
    .summary = "answers with an earlier result",
    .device = GK_CPU,
    .launch = again },
};

GK_PLUGIN ("sums", "1", "a result of one number", &family, variants)
