/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A family made by gkhost/family.h of floats of 8 bits: three quarters of each,
 * rounded, and the sum of all as an f32.  One variant computes both; others
 * write the next byte, add in bytes, or write what is no number.
 */
#include <gkhost/family.h>

typedef struct bytes {
  uint64_t size;
  gk_dtype dtype;
  uint32_t reserved;
  int64_t n;
  const void *src; /* n elements */
  void *dst;       /* n elements */
  float *sum;      /* one */
} bytes;

/* Variants take no types of 8 bits unless they say so. */
#define TYPES (GK_BIT (GK_F8_E4M3) | GK_BIT (GK_F8_E5M2))

static const gk_option options[] = {
  GK_SIZE ("n", "elements", 1000, 1, 1 << 20),
  GK_TYPES ("dtype", "type of an element", GK_F8_E4M3, TYPES),
};

static void
reference (const void *problem, gk_line *line)
{
  const bytes *p = problem;
  int64_t i;

  for (i = 0; i < p->n; i++)
    if (line->output == 1)
      line->value[i] = 0.75 * gk_number (p->dtype, p->src, i);
    else
      gk_add_term (line, 0, gk_number (p->dtype, p->src, i));
}

static int
setup (const gk_host *host, const gk_value *values, gk_setup *setup)
{
  const bytes p = {
    sizeof (bytes), (gk_dtype)values[1].i, 0, values[0].i, NULL, NULL, NULL
  };
  gk_instance *in = gk_instance_new (host, setup, &p, sizeof p);

  if (in == NULL)
    return GK_FAIL;
  GK_ADD_INPUT (in, p, src, p.dtype, 1, p.n);
  GK_ADD_OUTPUT (in, p, dst, p.dtype, 1, p.n);
  GK_ADD_OUTPUT (in, p, sum, GK_F32, 1, 1);
  in->terms = (double)p.n;
  setup->work.ops = 2 * (double)p.n;
  setup->verify_data = GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_WIDE)
                       | GK_BIT (GK_DATA_NORMAL) | GK_BIT (GK_DATA_SPARSE)
                       | GK_BIT (GK_DATA_HEAVY) | GK_BIT (GK_DATA_GRADED);
  setup->plant_data = GK_BIT (GK_DATA_RANDOM) | GK_BIT (GK_DATA_GRADED);
  return gk_instance_finish (in, reference);
}

static const gk_family family = {
  .name = "bytes",
  .summary = "three quarters of floats of 8 bits, and their sum",
  GK_OPTIONS (options),
  GK_CALLBACKS (setup),
};

static int
compute (const bytes *p, int one_off, int in_bytes)
{
  unsigned char *dst = p->dst;
  double sum = 0;

  for (int64_t i = 0; i < p->n; i++) {
    const double x = gk_number (p->dtype, p->src, i);

    gk_put_number (p->dtype, dst, i, 0.75 * x);
    dst[i] = (unsigned char)(dst[i] - one_off);
    sum += x;
    if (in_bytes) {
      unsigned char rounded[8] = { 0 };

      gk_put_number (p->dtype, rounded, 0, sum);
      sum = gk_number (p->dtype, rounded, 0);
    }
  }
  *p->sum = (float)sum;
  return GK_OK;
}

static int
right (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)state, (void)stream;
  return compute (problem, 0, 0);
}

static int
one_off (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)state, (void)stream;
  return compute (problem, 1, 0);
}

static int
in_bytes (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)state, (void)stream;
  return compute (problem, 0, 1);
}

/* All ones but the sign's, or those of the exponent: NaN in either type. */
static int
no_number (const gk_host *host, const void *problem, void *state, void *stream)
{
  const bytes *p = problem;

  (void)host, (void)state, (void)stream;
  compute (p, 0, 0);
  ((unsigned char *)p->dst)[p->n / 2] = 0x7f;
  return GK_OK;
}

static const gk_variant variants[] = {
  { .name = "right",
    .summary = "computes it",
    .device = GK_CPU,
    .dtypes = TYPES,
    .launch = right },
  { .name = "one-off",
    .summary = "writes the next byte",
    .device = GK_CPU,
    .dtypes = TYPES,
    .launch = one_off },
  { .name = "in-bytes",
    .summary = "adds in 8 bits",
    .device = GK_CPU,
    .dtypes = TYPES,
    .launch = in_bytes },
  { .name = "no-number",
    .summary = "writes a NaN",
    .device = GK_CPU,
    .dtypes = TYPES,
    .launch = no_number },
};

GK_PLUGIN ("bytes", "1", "floats of 8 bits", &family, variants)
