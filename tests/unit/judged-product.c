/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <string.h>

#include "tests/unit/unit.h"
#include "judged-product.h"
#include "matmul/cpu/cpu.h"
#include "matmul/number.h"
#include "matmul/options.h"

enum { PAD = 3 };

/* The address of a buffer, in the problem. */
static void **
slot_of (const struct product *p, uint32_t buffer)
{
  return (void **)((char *)p->problem + p->setup.buffers[buffer].slot);
}

/* Sets the addresses of buffers; where only inputs are wanted, C is what
 * launches find there, NULL of one that is output alone. */
static void
set_buffers (const struct product *p, bool inputs,
             void *buffers[GK_MAX_BUFFERS])
{
  for (uint32_t i = 0; i < p->setup.n_buffers; i++)
    buffers[i] = inputs && i == MATMUL_C ? p->before : *slot_of (p, i);
}

static void
make_of (struct product *p, const struct matmul_sizes *sizes,
         const gk_value options[MATMUL_N_OPTIONS])
{
  *p = (struct product){ .setup.size = sizeof (gk_setup) };
  fake_host_init (&p->fake);
  assert_int_equal (matmul_setup (&p->fake.host, sizes, options, &p->setup),
                    GK_OK);
  p->problem = (gk_matmul *)(uintptr_t)p->setup.problem;
  for (uint32_t i = 0; i < p->setup.n_buffers; i++)
    *slot_of (p, i) = fake_host_memory (p->setup.buffers[i].bytes);
  p->right = fake_host_memory (product_bytes (p));
  if (p->setup.buffers[MATMUL_C].role == GK_INOUT)
    p->before = fake_host_memory (product_bytes (p));
}

void
product_make_updated (struct product *p, const struct matmul_sizes *sizes,
                      gk_dtype dtype, gk_layout layout,
                      const struct product_added *added)
{
  const gk_value options[MATMUL_N_OPTIONS]
      = { [MATMUL_DTYPE].i = dtype,      [MATMUL_LAYOUT].i = layout,
          [MATMUL_PAD].i = PAD,          [MATMUL_ALPHA].f = added->alpha,
          [MATMUL_BETA].f = added->beta, [MATMUL_HAS_BIAS].i = added->bias };

  make_of (p, sizes, options);
}

void
product_make_batch (struct product *p, const struct matmul_sizes *sizes,
                    gk_dtype dtype, gk_layout layout)
{
  product_make_updated (p, sizes, dtype, layout,
                        &(struct product_added){ .alpha = 1 });
}

void
product_make (struct product *p, int64_t m, int64_t n, int64_t k,
              gk_dtype dtype, gk_layout layout)
{
  product_make_batch (
      p, &(struct matmul_sizes){ .m = m, .n = n, .k = k, .batch = 1 }, dtype,
      layout);
}

static int64_t
index_of (const char *const *names, const char *name)
{
  int64_t i = 0;

  while (strcmp (names[i], name) != 0)
    i++;
  return i;
}

static void
set_mixed (gk_value options[MATMUL_N_OPTIONS], gk_dtype dtype,
           const char *dtype_b, const char *dtype_c)
{
  memset (options, 0, MATMUL_N_OPTIONS * sizeof *options);
  options[MATMUL_ALPHA].f = 1;
  options[MATMUL_DTYPE].i = dtype;
  options[MATMUL_LAYOUT].i = GK_ROW_MAJOR;
  options[MATMUL_PAD].i = PAD;
  options[MATMUL_DTYPE_B].i = index_of (matmul_dtypes_b, dtype_b);
  options[MATMUL_DTYPE_C].i = index_of (matmul_dtypes_c, dtype_c);
}

void
product_make_mixed (struct product *p, int64_t m, int64_t n, int64_t k,
                    gk_dtype dtype, const char *dtype_b, const char *dtype_c)
{
  gk_value options[MATMUL_N_OPTIONS];

  set_mixed (options, dtype, dtype_b, dtype_c);
  make_of (p, &(struct matmul_sizes){ .m = m, .n = n, .k = k, .batch = 1 },
           options);
}

void
product_make_scaled (struct product *p, const struct matmul_sizes *sizes,
                     gk_layout layout, const char *dtype_c, const char *scales)
{
  gk_value options[MATMUL_N_OPTIONS];

  set_mixed (options, GK_F8_E4M3, "same", dtype_c);
  options[MATMUL_LAYOUT].i = layout;
  options[MATMUL_SCALES].i = index_of (matmul_scale_names, scales);
  make_of (p, sizes, options);
}

void
product_refuses (gk_dtype dtype, const char *dtype_b, const char *dtype_c)
{
  struct product p = { .setup.size = sizeof (gk_setup) };
  gk_value options[MATMUL_N_OPTIONS];

  set_mixed (options, dtype, dtype_b, dtype_c);
  fake_host_init (&p.fake);
  assert_int_equal (matmul_setup (&p.fake.host,
                                  &(struct matmul_sizes){
                                      .m = 3, .n = 3, .k = 3, .batch = 1 },
                                  options, &p.setup),
                    GK_SKIP);
  assert_non_null (strstr (p.fake.said, "leave it out"));
  assert_int_equal (p.fake.live, 0);
}

void
product_free (struct product *p)
{
  for (uint32_t i = 0; i < p->setup.n_buffers; i++)
    free (*slot_of (p, i));
  free (p->before);
  free (p->right);
  matmul_teardown (&p->fake.host, p->setup.state);
  assert_int_equal (p->fake.live, 0);
}

size_t
product_element (const struct product *p)
{
  return number_bytes (p->problem->dtype_c);
}

size_t
product_bytes (const struct product *p)
{
  return p->setup.buffers[MATMUL_C].bytes;
}

void *
product_at (const struct product *p, int64_t i, int64_t j)
{
  const gk_matmul *q = p->problem;
  const int64_t place
      = q->layout_c == GK_ROW_MAJOR ? i * q->ldc + j : j * q->ldc + i;

  return (char *)q->c + (size_t)place * product_element (p);
}

void
product_launch (struct product *p, const gk_matmul *q)
{
  const gk_host *host = &p->fake.host;
  const gk_device cpu = { .size = sizeof cpu, .units = 2 };
  void *state = NULL;

  assert_int_equal (matmul_cpu_threads_prepare (host, &cpu, q, NULL, &state),
                    GK_OK);
  assert_int_equal (matmul_cpu_threads (host, q, state, NULL), GK_OK);
  matmul_cpu_threads_release (host, state);
}

void
product_begin (struct product *p)
{
  if (p->before != NULL)
    memcpy (p->problem->c, p->before, product_bytes (p));
  else
    memset (p->problem->c, PRODUCT_POISON, product_bytes (p));
}

void
product_compute (struct product *p, const void *a, const void *b)
{
  gk_matmul q = *p->problem;

  q.a = a;
  q.b = b;
  product_begin (p);
  product_launch (p, &q);
}

void
product_fill (struct product *p, gk_data data)
{
  const gk_matmul *q = p->problem;
  void *buffers[GK_MAX_BUFFERS];

  set_buffers (p, true, buffers);
  assert_true ((p->setup.verify_data & GK_BIT (data)) != 0);
  p->data = data;
  assert_int_equal (
      matmul_fill (&p->fake.host, p->setup.state, data, PRODUCT_SEED, buffers),
      GK_OK);
  product_compute (p, q->a, q->b);
  memcpy (p->right, q->c, product_bytes (p));
}

void
product_vary (struct product *p)
{
  void *buffers[GK_MAX_BUFFERS];
  gk_range ranges[GK_MAX_RANGES];
  gk_vary vary = { .size = sizeof vary,
                   .data = p->data,
                   .seed = PRODUCT_SEED,
                   .generation = ++p->generation,
                   .buffers = buffers,
                   .ranges = ranges,
                   .flags = (p->plants ? GK_PLANT : 0)
                            | (p->planted ? GK_PLANTED_LAST : 0) };

  set_buffers (p, true, buffers);
  p->planted = p->plants;
  assert_int_equal (matmul_vary (&p->fake.host, p->setup.state, &vary), GK_OK);
}

void
product_restore (struct product *p)
{
  memcpy (p->problem->c, p->right, product_bytes (p));
}

static int
judge (struct product *p, double precision)
{
  const void *const before[GK_MAX_BUFFERS] = { [MATMUL_C] = p->before };
  void *buffers[GK_MAX_BUFFERS];
  int verdict;

  set_buffers (p, false, buffers);
  p->check = (gk_check){
    .size = sizeof (gk_check),
    .data = p->data,
    .seed = PRODUCT_SEED,
    .generation = p->generation,
    .choice_seed = p->choice_seed,
    .buffers = (const void *const *)buffers,
    .before = before,
    .precision = precision,
    .differing = p->differing.bytes > 0 ? &p->differing : NULL,
    .n_differing = p->differing.bytes > 0,
    .flags = p->planted ? GK_PLANT : 0,
  };
  memset (p->check.poison, PRODUCT_POISON, sizeof p->check.poison);
  p->fake.said[0] = '\0';
  verdict = matmul_verify (&p->fake.host, p->setup.state, &p->check);
  p->check.buffers = p->check.before = NULL;
  return verdict;
}

void
product_is_right (struct product *p, double precision)
{
  const int verdict = judge (p, precision);

  if (verdict != GK_OK)
    fail_msg ("%d instead of GK_OK: %s", verdict, p->fake.said);
  assert_string_equal (p->fake.said, "");
}

void
product_generations_are_right (struct product *p, gk_data data)
{
  product_fill (p, data);
  product_is_right (p, 0);
  for (int g = 0; g < 3; g++) {
    p->plants = g == 1 && data == GK_DATA_RANDOM && p->setup.plant_data != 0;
    product_vary (p);
    product_compute (p, p->problem->a, p->problem->b);
    product_is_right (p, 0);
  }
}

bool
product_passes (struct product *p, double precision)
{
  return judge (p, precision) == GK_OK;
}

void
product_is_wrong (struct product *p, double precision, const char *first, ...)
{
  const int verdict = judge (p, precision);
  va_list args;

  if (verdict != GK_WRONG)
    fail_msg ("%d instead of GK_WRONG for '%s': %s", verdict, first,
              p->fake.said);
  va_start (args, first);
  for (const char *want = first; want != NULL;
       want = va_arg (args, const char *))
    if (strstr (p->fake.said, want) == NULL)
      fail_msg ("wanted '%s' in: %s", want, p->fake.said);
  va_end (args);
  product_restore (p);
}

/* Places that are apt to be left out: corners, and one in the middle. */
enum { PLACES = 5 };

static void
place (const struct product *p, int which, int64_t *i, int64_t *j)
{
  const int64_t rows = p->problem->m, cols = p->problem->k;
  const int64_t places[PLACES][2] = { { 0, 0 },
                                      { 0, cols - 1 },
                                      { rows - 1, 0 },
                                      { rows - 1, cols - 1 },
                                      { rows / 2, cols / 3 } };

  *i = places[which][0];
  *j = places[which][1];
}

void
product_unwritten_is_found (struct product *p)
{
  for (int which = 0; which < PLACES; which++) {
    char want[80];
    int64_t i, j;

    place (p, which, &i, &j);
    memset (product_at (p, i, j), PRODUCT_POISON, product_element (p));
    snprintf (want, sizeof want, "c[%lld][%lld] was never written",
              (long long)i, (long long)j);
    product_is_wrong (p, 0, want, NULL);
  }
}

void
product_touched_padding_is_found (struct product *p)
{
  const bool rows = p->problem->layout_c == GK_ROW_MAJOR;
  const int64_t lines = rows ? p->problem->m : p->problem->k;
  const int64_t length = rows ? p->problem->k : p->problem->m;

  for (int which = 0; which < 3; which++) {
    const int64_t line = lines / 2 * which < lines ? lines / 2 * which : 0;
    const int64_t at = length + which;
    const int64_t i = rows ? line : at, j = rows ? at : line;
    unsigned char *bytes = product_at (p, i, j);
    char want[80];

    bytes[(size_t)which % product_element (p)] ^= 1;
    snprintf (want, sizeof want, "c[%lld][%lld] was written: that is padding",
              (long long)i, (long long)j);
    product_is_wrong (p, 0, want, NULL);
  }
}

void
product_not_finite_is_found (struct product *p)
{
  static const struct {
    double value;
    const char *text;
  } values[] = { { (double)NAN, "nan" },
                 { (double)INFINITY, "inf" },
                 { -(double)INFINITY, "-inf" } };

  for (size_t v = 0; v < sizeof values / sizeof values[0]; v++)
    for (int which = 0; which < PLACES; which++) {
      char want[80];
      int64_t i, j;

      place (p, which, &i, &j);
      number_put (p->problem->dtype_c, product_at (p, i, j), values[v].value);
      snprintf (want, sizeof want, "c[%lld][%lld] is %s", (long long)i,
                (long long)j, values[v].text);
      product_is_wrong (p, 0, want, NULL);
    }
}
