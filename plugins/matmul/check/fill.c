/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "matmul/clones.h"
#include "exact.h"
#include "fill-shape.h"
#include "fill-wide.h"
#include "matmul/number.h"
#include "problem.h"
#include "random16.h"
#include "threads.h"

/* Elements of one step of a parallel loop, converted from random bits; a
 * multiple of a page. */
enum { PIECE = 1 << 15 };

/* The most that exact_range returns for types of 16 bits. */
enum { EXACT_LARGEST = 256 };

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

MATMUL_CLONES static void
random_16 (gk_dtype dtype, void *memory, int64_t first, int64_t n)
{
  const struct random16 r = random16_of (dtype);
  uint16_t *p = (uint16_t *)memory + first;

#pragma omp simd
  for (int64_t i = 0; i < n; i++)
    p[i] = random16_pick (&r, p[i]);
}

/* Selects one of [-q, q] by 16 random bits.  Where `below` is not 0, most are
 * zero: bits below it give 1 or -1, by the lowest bit. */
struct exact16 {
  uint32_t span, below;
  uint16_t number[2 * EXACT_LARGEST + 1]; /* from -q on */
};

static void
exact16_make (struct exact16 *e, const gk_matmul *problem)
{
  const double share = exact_share (problem->dtype, problem->n);
  const int q = (int)exact_range (problem->dtype, problem->n);

  e->span = 2 * (uint32_t)q + 1;
  e->below = share > 0 ? (uint32_t)ceil (fmax (share * 0x1p16, 1)) : 0;
  for (int i = -q; i <= q; i++)
    number_put (problem->dtype, &e->number[i + q], i);
}

static void
exact_16 (const gk_matmul *problem, void *memory, int64_t first, int64_t n)
{
  uint16_t *p = (uint16_t *)memory + first;
  struct exact16 e;

  exact16_make (&e, problem);
  if (e.below == 0)
    for (int64_t i = 0; i < n; i++)
      p[i] = e.number[p[i] * e.span >> 16];
  else
    for (int64_t i = 0; i < n; i++)
      p[i] = e.number[p[i] < e.below ? 2 * (p[i] & 1) : 1];
}

/* Converts elements [first, first + n) from random bits. */
static void
convert_piece (const gk_matmul *problem, gk_data data, void *memory,
               int64_t first, int64_t n)
{
  const bool exact = data == GK_DATA_EXACT;
  const int64_t q = exact ? exact_range (problem->dtype, problem->n) : 0;

  switch (problem->dtype) {
  case GK_F16:
  case GK_BF16:
    if (exact)
      exact_16 (problem, memory, first, n);
    else
      random_16 (problem->dtype, memory, first, n);
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

static void
convert_matrix (const gk_matmul *problem, gk_data data, void *memory, int64_t n)
{
#pragma omp parallel for if (is_worth_threads(n)) schedule(static)
  for (int64_t first = 0; first < n; first += PIECE)
    convert_piece (problem, data, memory, first,
                   n - first < PIECE ? n - first : PIECE);
}

/* An input and what to fill it with. */
struct matrix_fill {
  gk_data data;
  uint64_t seed;
  struct filled to;
};

/* The padding is filled, too: a variant that reads it computes a wrong
 * result. */
static bool
fill_matrix (const gk_host *host, const gk_matmul *problem,
             const struct matrix_fill *f)
{
  const size_t n = (size_t)f->to.lines * (size_t)f->to.inner;
  const size_t bytes = n * number_bytes (problem->dtype);
  const uint64_t other = f->to.is_b ? UINT64_C (0x9e3779b97f4a7c15) : 0;

  if (f->data == GK_DATA_ZERO) {
    memset (f->to.memory, 0, bytes);
    return true;
  }
  host->random (host, f->to.memory, bytes, f->seed ^ other);
  if (f->data == GK_DATA_WIDE)
    return fill_wide (host, problem, &f->to, f->seed);
  if (!number_is_integer (problem->dtype) && !fill_shape_of_bits (f->data))
    convert_matrix (problem, f->data, f->to.memory, (int64_t)n);
  return (SHAPED_DATA & GK_BIT (f->data)) == 0
         || fill_shape (host, problem, f->data, &f->to, f->seed);
}

/* lines: the rows of A, or the columns of B. */
static struct filled
describe_input (void *memory, int64_t lines, int64_t inner, int64_t ld,
                bool by_line, bool is_b)
{
  if (by_line)
    return (struct filled){ memory, lines, ld, ld, 1, is_b };
  return (struct filled){ memory, ld, inner, 1, ld, is_b };
}

int
matmul_fill (const gk_host *host, void *state, gk_data data, uint64_t seed,
             void *const *buffers)
{
  const struct matmul_state *s = state;
  const gk_matmul *p = &s->problem;
  const struct matrix_fill a
      = { data, seed,
          describe_input (buffers[MATMUL_A], p->m, p->n, p->lda,
                          p->layout_a == GK_ROW_MAJOR, false) };
  const struct matrix_fill b
      = { data, seed,
          describe_input (buffers[MATMUL_B], p->k, p->n, p->ldb,
                          p->layout_b == GK_COL_MAJOR, true) };

  return fill_matrix (host, p, &a) && fill_matrix (host, p, &b) ? GK_OK
                                                                : GK_FAIL;
}
