/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "bits.h"
#include "matmul/batch.h"
#include "matmul/clones.h"
#include "exact.h"
#include "fill-shape.h"
#include "fill-wide.h"
#include "matmul/matrix.h"
#include "matmul/number.h"
#include "problem.h"
#include "random-short.h"
#include "threads.h"
#include "update.h"

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
  uint64_t seed;
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
    convert_piece (dtype, update_drawn_inner (problem, problem->bias != NULL),
                   f->data, f->to.memory, first, n);
}

/* The padding is filled, too: a variant that reads it computes a wrong
 * result. */
static bool
fill_matrix (const gk_host *host, const gk_matmul *problem,
             const struct matrix_fill *f)
{
  const int64_t n = f->to.lines * f->to.inner;
  const bool is_shaped = (SHAPED_DATA & GK_BIT (f->data)) != 0;
  struct shaper *shaper = is_shaped
                              ? fill_shape_begin (host, problem, f->data,
                                                  &f->to, f->seed, f->quantiles)
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
  return f->data != GK_DATA_WIDE || fill_wide (host, problem, &f->to, f->seed);
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

/* Fills both inputs of product z.  from: the data, and the seed of the batch.
 */
static bool
fill_product (const gk_host *host, const gk_matmul *batch, int64_t z,
              const struct matrix_fill *from)
{
  const gk_matmul p = matmul_product (batch, z);
  struct matrix_fill a = *from, b;

  a.seed = product_seed (from->seed, z);
  b = a;
  a.to = describe_input (p.dtype, p.a, p.m, p.n, p.lda,
                         p.layout_a == GK_ROW_MAJOR, false);
  b.to = describe_input (p.dtype_b, p.b, p.k, p.n, p.ldb,
                         p.layout_b == GK_COL_MAJOR, true);
  a.to.product = b.to.product = z;
  a.to.products = b.to.products = batch->batch;
  return fill_matrix (host, &p, &a) && fill_matrix (host, &p, &b);
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
      = { .data = data, .seed = seed, .quantiles = quantiles };
  gk_matmul p = s->problem;
  bool filled = true;

  if (of_bits && quantiles == NULL)
    return GK_FAIL;
  p.a = buffers[MATMUL_A];
  p.b = buffers[MATMUL_B];
  p.bias = s->has_bias ? buffers[MATMUL_BIAS] : NULL;
#pragma omp parallel for if (are_many_products(p.batch)) schedule(static)      \
    reduction(&& : filled)
  for (int64_t z = 0; z < p.batch; z++)
    filled = fill_product (host, &p, z, &from) && filled;
  host->free (host, quantiles);
  update_fill (host, &p, data, seed, buffers);
  return filled ? GK_OK : GK_FAIL;
}
