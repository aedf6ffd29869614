/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "bits.h"
#include "matmul/batch.h"
#include "matmul/clones.h"
#include "exact.h"
#include "fill-scales.h"
#include "fill-shape.h"
#include "fill-wide.h"
#include "matmul/matrix.h"
#include "matmul/number.h"
#include "problem.h"
#include "random-short.h"
#include "threads.h"
#include "update.h"
#include "varied.h"

/* Elements of one step of a parallel loop, which stay in the cache between its
 * passes; a multiple of a page. */
enum { PIECE = 1 << 15 };

/* Uniform in [-1, 1), on a grid that the type represents exactly. */
MATMUL_CLONES static void
random_f32 (void *memory, int64_t first, int64_t n)
{
  char *p = (char *)memory + first * 4;

#pragma omp simd
  for (int64_t i = 0; i < n; i++) {
    uint32_t bits;
    float x;

    memcpy (&bits, p + i * 4, 4);
    x = (float)(int32_t)(bits >> 8) * 0x1p-23F - 1;
    memcpy (p + i * 4, &x, 4);
  }
}

MATMUL_CLONES static void
random_f64 (void *memory, int64_t first, int64_t n)
{
  char *p = (char *)memory + first * 8;

#pragma omp simd
  for (int64_t i = 0; i < n; i++) {
    uint64_t bits;
    double x;

    memcpy (&bits, p + i * 8, 8);
    x = (double)(int64_t)(bits >> 11) * 0x1p-52 - 1;
    memcpy (p + i * 8, &x, 8);
  }
}

/* Integers in [-q, q]: 32 random bits, read as a fraction, select one. */
MATMUL_CLONES static void
exact_f32 (void *memory, int64_t first, int64_t n, int64_t q)
{
  const uint64_t span = (uint64_t)(2 * q + 1);
  char *p = (char *)memory + first * 4;

#pragma omp simd
  for (int64_t i = 0; i < n; i++) {
    uint32_t bits;
    float x;

    memcpy (&bits, p + i * 4, 4);
    x = (float)((int32_t)(bits * span >> 32) - (int32_t)q);
    memcpy (p + i * 4, &x, 4);
  }
}

MATMUL_CLONES static void
exact_f64 (void *memory, int64_t first, int64_t n, int64_t q)
{
  const uint64_t span = (uint64_t)(2 * q + 1);
  char *p = (char *)memory + first * 8;

#pragma omp simd
  for (int64_t i = 0; i < n; i++) {
    uint64_t bits;
    double x;

    memcpy (&bits, p + i * 8, 8);
    x = (double)((int32_t)((bits >> 32) * span >> 32) - (int32_t)q);
    memcpy (p + i * 8, &x, 8);
  }
}

/* element: a constant in each call. */
static inline __attribute__ ((always_inline)) void
random_short (gk_dtype dtype, void *memory, int64_t first, int64_t n,
              size_t element)
{
  const struct random_short r = random_short_of (dtype);
  char *p = (char *)memory + (size_t)first * element;

#pragma omp simd
  for (int64_t i = 0; i < n; i++) {
    char *at = p + (size_t)i * element;

    bits_put (at, element,
              random_short_pick (&r, (uint16_t)bits_get (at, element)));
  }
}

MATMUL_CLONES static void
random_floats (gk_dtype dtype, void *memory, int64_t first, int64_t n)
{
  if (number_is_byte (dtype))
    random_short (dtype, memory, first, n, 1);
  else
    random_short (dtype, memory, first, n, 2);
}

/* How numbers of [-q, q] are selected by random bits.  Where `below` is not 0,
 * most are zero: bits below it give 1 or -1, by the lowest bit. */
struct selection {
  int32_t q, below;
};

static struct selection
selection_of (gk_dtype dtype, int64_t inner)
{
  const double share = exact_share (dtype, inner);
  const double words = 1 << 8 * number_bytes (dtype);
  const double below = share > 0 ? ceil (fmax (share * words, 1)) : 0;

  return (struct selection){ (int32_t)exact_range (dtype, inner),
                             (int32_t)below };
}

/* Masks instead of conditions, which would not become vector instructions.
 * element: a constant in each call. */
static inline __attribute__ ((always_inline)) void
select_exact (const struct selection *s, const char *memory, int n,
              float *floats, size_t element)
{
  const int32_t span = 2 * s->q + 1, any = s->below > 0 ? 0 : -1;

#pragma omp simd
  for (int i = 0; i < n; i++) {
    const int32_t word
        = (int32_t)bits_get (memory + (size_t)i * element, element);
    const int32_t rare = (2 * (word & 1) - 1) & -(word < s->below);

    floats[i] = (float)(rare | (any & ((word * span >> 8 * element) - s->q)));
  }
}

MATMUL_CLONES static void
exact_floats (const struct selection *s, const char *memory, size_t element,
              int n, float *floats)
{
  if (element == 1)
    select_exact (s, memory, n, floats, 1);
  else
    select_exact (s, memory, n, floats, 2);
}

static void
exact_short (gk_dtype dtype, int64_t inner, void *memory, int64_t first,
             int64_t n)
{
  const struct selection s = selection_of (dtype, inner);
  const size_t element = number_bytes (dtype);
  float floats[PART_COLS];

  for (int64_t i = first; i < first + n; i += PART_COLS) {
    const int64_t left = first + n - i;
    const int count = left < PART_COLS ? (int)left : PART_COLS;
    char *at = (char *)memory + (size_t)i * element;

    exact_floats (&s, at, element, count, floats);
    number_of_floats (dtype, floats, count, at);
  }
}

/* Converts elements [first, first + n) from random bits. */
static void
convert_piece (gk_dtype dtype, int64_t inner, gk_data data, void *memory,
               int64_t first, int64_t n)
{
  const bool exact = data == GK_DATA_EXACT;
  const int64_t q = exact ? exact_range (dtype, inner) : 0;

  switch (dtype) {
  case GK_F16:
  case GK_BF16:
  case GK_F8_E4M3:
  case GK_F8_E5M2:
    if (exact)
      exact_short (dtype, inner, memory, first, n);
    else
      random_floats (dtype, memory, first, n);
    break;
  case GK_F64:
    if (exact)
      exact_f64 (memory, first, n, q);
    else
      random_f64 (memory, first, n);
    break;
  default:
    if (exact)
      exact_f32 (memory, first, n, q);
    else
      random_f32 (memory, first, n);
  }
}

/* An input and what to fill it with. */
struct matrix_fill {
  gk_data data;
  uint64_t seed;  /* of random bits */
  uint64_t shape; /* the seed of what goes along the inner dimension: the same
                     for matrices that are multiplied */
  const struct quantiles *quantiles; /* NULL: the data has none */
  struct filled to;
};

/* Each piece has a seed of its own, which host->random makes independent of all
 * others. */
static void
fill_piece (const gk_host *host, const gk_matmul *problem,
            const struct matrix_fill *f, int64_t first, int64_t n)
{
  const gk_dtype dtype = f->to.dtype;
  const unsigned element = number_bytes (dtype);
  const uint64_t other = f->to.is_b ? UINT64_C (0x9e3779b97f4a7c15) : 0;
  char *at = (char *)f->to.memory + first * element;

  if (f->data == GK_DATA_ZERO) {
    memset (at, 0, (size_t)n * element);
    return;
  }
  host->random (host, at, (size_t)n * element,
                (f->seed ^ other) + (uint64_t)(first / PIECE));
  if (!number_is_integer (dtype) && f->data != GK_DATA_WIDE
      && !fill_shape_of_bits (f->data))
    convert_piece (dtype, exact_inner (problem, problem->bias != NULL), f->data,
                   f->to.memory, first, n);
}

/* The padding is filled, too: a variant that reads it computes a wrong
 * result. */
static bool
fill_matrix (const gk_host *host, const gk_matmul *problem,
             const struct matrix_fill *f)
{
  const int64_t n = f->to.lines * f->to.inner;
  const bool is_shaped = (SHAPED_DATA & GK_BIT (f->data)) != 0;
  struct shaper *shaper
      = is_shaped ? fill_shape_begin (host, problem, f->data, &f->to, f->shape,
                                      f->quantiles)
                  : NULL;

  if (is_shaped && shaper == NULL)
    return false;
#pragma omp parallel for if (is_worth_threads(n * STEPS_MADE)) schedule(static)
  for (int64_t first = 0; first < n; first += PIECE) {
    const int64_t count = n - first < PIECE ? n - first : PIECE;

    fill_piece (host, problem, f, first, count);
    if (is_shaped)
      fill_shape_piece (shaper, first, count);
  }
  fill_shape_end (host, shaper);
  return f->data != GK_DATA_WIDE || fill_wide (host, problem, &f->to, f->shape);
}

/* lines: the rows of A, or the columns of B. */
static struct filled
describe_input (gk_dtype dtype, const void *memory, int64_t lines,
                int64_t inner, int64_t ld, bool by_line, bool is_b)
{
  void *const to = (void *)(uintptr_t)memory;

  if (by_line)
    return (struct filled){ dtype, to, lines, ld, ld, 1, is_b, 0, 1 };
  return (struct filled){ dtype, to, ld, inner, 1, ld, is_b, 0, 1 };
}

/* Fills matrix z of A or of B.  from: the data, and the seeds of the problem.
 * The one matrix whose lines are in groups is number 0; all matrices of the
 * other input meet it, so that these have its shape. */
static bool
fill_input (const gk_host *host, const gk_matmul *p, bool is_b, int64_t z,
            const struct matrix_fill *from)
{
  struct matrix_fill f = *from;

  f.seed = product_seed (from->seed, z);
  if (p->groups == 0)
    f.shape = f.seed;
  f.to = is_b ? describe_input (
             p->dtype_b, matmul_matrix (p->b, p->dtype_b, p->stride_b, z), p->k,
             p->n, p->ldb, p->layout_b == GK_COL_MAJOR, true)
              : describe_input (
                  p->dtype, matmul_matrix (p->a, p->dtype, p->stride_a, z),
                  p->m, p->n, p->lda, p->layout_a == GK_ROW_MAJOR, false);
  f.to.product = z;
  f.to.products = is_b == matmul_b_is_grouped (p) && p->groups > 0
                      ? 1
                      : matmul_products (p);
  return fill_matrix (host, p, &f);
}

/* Fills what product z has of its own: both inputs; of a group, one. */
static bool
fill_product (const gk_host *host, const gk_matmul *p, int64_t z,
              const struct matrix_fill *from)
{
  const bool a = p->groups == 0 || matmul_b_is_grouped (p);
  const bool b = p->groups == 0 || !matmul_b_is_grouped (p);

  return (!a || fill_input (host, p, false, z, from))
         && (!b || fill_input (host, p, true, z, from));
}

static bool
fill_all (const gk_host *host, const gk_matmul *p,
          const struct matrix_fill *from)
{
  bool filled = p->groups == 0
                || fill_input (host, p, matmul_b_is_grouped (p), 0, from);

#pragma omp parallel for if (are_many_products(matmul_products(p)))            \
    schedule(static) reduction(&& : filled)
  for (int64_t z = 0; z < matmul_products (p); z++)
    filled = fill_product (host, p, z, from) && filled;
  return filled;
}

int
matmul_fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
             void *const *buffers)
{
  const struct matmul_state *s = state;
  const bool of_bits = fill_shape_of_bits (data);
  struct quantiles *quantiles
      = of_bits ? fill_shape_quantiles (host, data) : NULL;
  const struct matrix_fill from
      = { .data = data, .seed = seed, .shape = seed, .quantiles = quantiles };
  gk_matmul p = s->problem;
  bool filled;

  if (of_bits && quantiles == NULL)
    return GK_FAIL;
  p.a = buffers[MATMUL_A];
  p.b = buffers[MATMUL_B];
  p.bias = s->has_bias ? buffers[MATMUL_BIAS] : NULL;
  filled = fill_all (host, &p, &from);
  if (p.groups > 0)
    filled = groups_divide (host, &s->division, buffers[MATMUL_GROUP_LINES])
             && filled;
  host->free (host, quantiles);
  if (p.scales != GK_SCALES_NONE)
    fill_scales (host, &p, data, seed, 0, buffers + MATMUL_SCALE_A);
  update_fill (host, &p, data, seed, buffers);
  return filled ? GK_OK : GK_FAIL;
}
