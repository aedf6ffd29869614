/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <string.h>

#include <gkhost/family-elements.h>

#include "bits.h"
#include "fill-shape.h"
#include "matmul/clones.h"
#include "matmul/half.h"
#include "matmul/number.h"
#include "wide.h"

/* The inverse of a distribution, at equal steps; in between it is linear, so
 * that a number has as many random bits as its type holds. */
enum { CELLS = 1024, OUTLIER = 5, REACH = 2 };

struct quantiles {
  double at[CELLS + 1];
};

/* Newton's method from the point before: steps are small but for the last. */
static void
make_normal (struct quantiles *q)
{
  const double sigma = 0.5, most = 5;
  double x = 0;

  for (int i = 0; i < CELLS / 2; i++) {
    const double share = (double)i / CELLS;

    for (int step = 0; step < 8; step++)
      x -= (erf (x / sqrt (2)) / 2 - share)
           / (exp (-x * x / 2) / sqrt (2 * acos (-1)));
    q->at[CELLS / 2 + i] = sigma * x;
  }
  q->at[CELLS] = sigma * most;
}

static void
make_laplace (struct quantiles *q)
{
  const double scale = 0.125, most = 16;

  for (int i = 0; i < CELLS / 2; i++)
    q->at[CELLS / 2 + i] = -scale * log (1 - 2 * (double)i / CELLS);
  q->at[CELLS] = scale * most;
}

struct quantiles *
fill_shape_quantiles (const gk_host *host, gk_data data)
{
  struct quantiles *q = host->alloc (host, sizeof *q);

  if (q == NULL)
    return NULL;
  if (data == GK_DATA_NORMAL)
    make_normal (q);
  else
    make_laplace (q);
  for (int i = 0; i < CELLS / 2; i++)
    q->at[i] = -q->at[CELLS - i];
  return q;
}

/* Each bit of the result depends on each bit of x. */
static uint64_t
mix_bits (uint64_t x)
{
  x = (x ^ (x >> 32)) * UINT64_C (0xd6e8feb86659fd93);
  x = (x ^ (x >> 32)) * UINT64_C (0xd6e8feb86659fd93);
  return x ^ (x >> 32);
}

/* An input being filled. */
struct shaper {
  struct filled to;
  gk_data data;
  int64_t inner; /* without padding */
  uint64_t seed, of_lines;
  struct wide wide; /* the bits of its type */
  const struct quantiles *quantiles;
  int64_t step; /* from the place of one line's single number to the next's */
  /* Of each line: */
  uint8_t *shape;   /* a gk_data */
  int8_t *exponent; /* graded */
  int64_t *place;   /* of the outlier or the single number; -1: none */
  int8_t *d;        /* graded: the exponents of D; for B, of D^-1 */
  /* Of each of the single numbers, in the order of memory: */
  int64_t n_singles;
  int64_t *at;      /* its index in memory */
  uint64_t *single; /* its bits, while the elements around it change */
};

static int64_t
greatest_divisor (int64_t a, int64_t b)
{
  while (b != 0) {
    const int64_t rest = a % b;

    a = b;
    b = rest;
  }
  return a;
}

/* About the golden section, so that neighbours are far apart, and prime to the
 * dimension, so that places repeat as late as possible. */
static int64_t
step_of (int64_t inner)
{
  int64_t step = (int64_t)(0.618 * (double)inner);

  while (step > 1 && greatest_divisor (inner, step) > 1)
    step--;
  return step > 0 ? step : 1;
}

/* From -REACH to REACH. */
static int
exponent_of (uint64_t seed, int64_t index)
{
  return (int)(mix_bits (seed + (uint64_t)index) % (2 * REACH + 1)) - REACH;
}

/* The seed of an input's shape, and that of its lines. */
static uint64_t
seed_of_shape (uint64_t seed)
{
  return mix_bits (seed ^ UINT64_C (0x510e527fade682d1));
}

static uint64_t
seed_of_lines (uint64_t of_shape, bool is_b)
{
  return mix_bits (of_shape + (is_b ? 2 : 1));
}

static int64_t
outlier_place (uint64_t of_lines, int64_t line, int64_t inner)
{
  return (int64_t)(mix_bits (of_lines + (uint64_t)line) % (uint64_t)inner);
}

int64_t
fill_shape_outlier (uint64_t seed, bool is_b, int64_t line, int64_t inner)
{
  return outlier_place (seed_of_lines (seed_of_shape (seed), is_b), line,
                        inner);
}

static void
make_line (struct shaper *s, int64_t i)
{
  static const gk_data full[]
      = { GK_DATA_RANDOM, GK_DATA_SPARSE, GK_DATA_GRADED };

  s->shape[i] = (uint8_t)s->data;
  s->exponent[i] = (int8_t)exponent_of (s->of_lines, i);
  s->place[i] = -1;
  if (s->data == GK_DATA_HEAVY)
    s->place[i] = outlier_place (s->of_lines, i, s->inner);
  else if (s->data == GK_DATA_PERMUTATION && i % 2 == 0)
    s->shape[i] = (uint8_t)full[i / 2 % 3];
  else if (s->data == GK_DATA_PERMUTATION)
    s->place[i] = i / 2 % s->inner * s->step % s->inner;
}

/* The number of a random word, of the uppermost bits of 64. */
static inline double
quantile (const double *at, uint64_t word)
{
  const int cell = (int)(word >> 54);
  const double rest = (double)(int64_t)(word << 10 >> 11) * 0x1p-53;

  return at[cell] + rest * (at[cell + 1] - at[cell]);
}

static inline __attribute__ ((always_inline)) uint64_t
number_bits (gk_dtype dtype, double number)
{
  const float single = (float)number;
  uint64_t bits;

  switch (dtype) {
  case GK_F64:
    memcpy (&bits, &number, sizeof number);
    return bits;
  case GK_F16:
    return half_to_f16 (single);
  case GK_BF16:
    return half_to_bf16 (single);
  case GK_F8_E4M3:
  case GK_F8_E5M2:
    return gk_byte_bits (dtype, single);
  default:
    return half_bits_of (single);
  }
}

/* Scales by a power of two; a number below the normal range becomes zero. */
static inline uint64_t
scale_bits (const struct wide *w, uint64_t bits, int exponent)
{
  const uint64_t exponents = (UINT64_C (1) << w->exponent) - 1;
  const int e = (int)(bits >> w->fraction & exponents);

  return bits_select ((e != 0) & (e + exponent > 0),
                      bits + ((uint64_t)(int64_t)exponent << w->fraction), 0);
}

/* The outlier has the sign and the fraction of the random bits there. */
static inline uint64_t
outlier_bits (const struct wide *w, uint64_t bits)
{
  const uint64_t exponents = ((UINT64_C (1) << w->exponent) - 1) << w->fraction;

  return (bits & ~exponents) | (uint64_t)(w->bias + OUTLIER) << w->fraction;
}

/* B's sign is left to those that remain. */
static inline uint64_t
sparse_bits (const struct wide *w, bool is_b, uint64_t bits)
{
  uint64_t parity = bits ^ bits >> 32;

  parity ^= parity >> 16;
  parity ^= parity >> 8;
  parity ^= parity >> 4;
  parity ^= parity >> 2;
  parity ^= parity >> 1;
  parity = bits_select (is_b, parity, bits >> (w->fraction + w->exponent));
  return bits_select ((parity & 1) != 0, 0, bits);
}

/* A row of the input's memory: of one line, or an element of each line.  These
 * begin with those of its first element. */
struct shaped_row {
  char *at;
  const uint8_t *shape;
  const int8_t *exponent, *d;
  int64_t n;
};

/* What does not change in a loop is copied before it: stores could change it
 * for all that the compiler knows.  dtype: a constant in each call. */
static inline __attribute__ ((always_inline)) void
shape_drawn (const struct shaper *s, const struct shaped_row *of,
             gk_dtype dtype)
{
  const size_t element = gk_element_bytes (dtype);
  const double *quantiles = s->quantiles->at;
  const struct wide w = s->wide;
  const struct shaped_row row = *of;

#pragma omp simd
  for (int64_t j = 0; j < row.n; j++) {
    char *at = row.at + (size_t)j * element;
    const uint64_t word = bits_get (at, element) << (64 - 8 * element);

    bits_put (
        at, element,
        scale_bits (&w, number_bits (dtype, quantile (quantiles, word)), 0));
  }
}

/* These give a shape to uniform numbers.  element and by_line: constants in
 * each call. */

static inline __attribute__ ((always_inline)) void
shape_sparse (const struct shaper *s, const struct shaped_row *of,
              size_t element)
{
  const bool is_b = s->to.is_b;
  const struct wide w = s->wide;
  const struct shaped_row row = *of;

#pragma omp simd
  for (int64_t j = 0; j < row.n; j++) {
    char *at = row.at + (size_t)j * element;

    bits_put (at, element, sparse_bits (&w, is_b, bits_get (at, element)));
  }
}

static inline __attribute__ ((always_inline)) void
shape_graded (const struct shaper *s, const struct shaped_row *of,
              size_t element, bool by_line)
{
  const struct wide w = s->wide;
  const struct shaped_row row = *of;

#pragma omp simd
  for (int64_t j = 0; j < row.n; j++) {
    char *at = row.at + (size_t)j * element;
    const int exponent = row.exponent[by_line ? 0 : j] + row.d[by_line ? j : 0];

    bits_put (at, element, scale_bits (&w, bits_get (at, element), exponent));
  }
}

/* Each element is of a line of its own shape. */
static inline __attribute__ ((always_inline)) void
shape_each (const struct shaper *s, const struct shaped_row *of, size_t element)
{
  const bool is_b = s->to.is_b;
  const struct wide w = s->wide;
  const struct shaped_row row = *of;

#pragma omp simd
  for (int64_t j = 0; j < row.n; j++) {
    const uint8_t shape = row.shape[j];
    char *at = row.at + (size_t)j * element;
    uint64_t bits = bits_get (at, element);

    bits = bits_select (shape == GK_DATA_SPARSE, sparse_bits (&w, is_b, bits),
                        bits);
    bits
        = bits_select (shape == GK_DATA_GRADED,
                       scale_bits (&w, bits, row.exponent[j] + row.d[0]), bits);
    bits_put (at, element, bits_select (shape == GK_DATA_PERMUTATION, 0, bits));
  }
}

static inline __attribute__ ((always_inline)) void
shape_uniform (const struct shaper *s, const struct shaped_row *row,
               size_t element)
{
  const bool by_line = s->to.step == 1;

  if (!by_line && s->data == GK_DATA_PERMUTATION)
    shape_each (s, row, element);
  else if (row->shape[0] == GK_DATA_SPARSE)
    shape_sparse (s, row, element);
  else if (row->shape[0] == GK_DATA_GRADED && by_line)
    shape_graded (s, row, element, true);
  else if (row->shape[0] == GK_DATA_GRADED)
    shape_graded (s, row, element, false);
  else if (row->shape[0] == GK_DATA_PERMUTATION)
    memset (row->at, 0, (size_t)row->n * element);
}

MATMUL_CLONES static void
shape_row (const struct shaper *s, const struct shaped_row *row)
{
  if (fill_shape_of_bits (s->data))
    switch (s->to.dtype) {
    case GK_F64:
      shape_drawn (s, row, GK_F64);
      break;
    case GK_F16:
      shape_drawn (s, row, GK_F16);
      break;
    case GK_BF16:
      shape_drawn (s, row, GK_BF16);
      break;
    case GK_F8_E4M3:
      shape_drawn (s, row, GK_F8_E4M3);
      break;
    case GK_F8_E5M2:
      shape_drawn (s, row, GK_F8_E5M2);
      break;
    default:
      shape_drawn (s, row, GK_F32);
    }
  else
    switch (number_bytes (s->to.dtype)) {
    case 1:
      shape_uniform (s, row, 1);
      break;
    case 2:
      shape_uniform (s, row, 2);
      break;
    case 4:
      shape_uniform (s, row, 4);
      break;
    default:
      shape_uniform (s, row, 8);
    }
}

/* Returns the first of the single numbers from this index in memory on. */
static int64_t
find_single (const struct shaper *s, int64_t index)
{
  int64_t first = 0, end = s->n_singles;

  while (first < end) {
    const int64_t middle = first + (end - first) / 2;

    if (s->at[middle] < index)
      first = middle + 1;
    else
      end = middle;
  }
  return first;
}

/* Keeps the single numbers from `first` to `end`, which the rest of their lines
 * does not, and puts them back. */
static void
exchange_singles (const struct shaper *s, int64_t first, int64_t end, bool put)
{
  const size_t element = number_bytes (s->to.dtype);
  const bool heavy = s->data == GK_DATA_HEAVY;

  for (int64_t i = first; i < end; i++) {
    char *at = (char *)s->to.memory + (size_t)s->at[i] * element;

    if (!put)
      s->single[i] = bits_get (at, element);
    else
      bits_put (at, element,
                heavy ? outlier_bits (&s->wide, s->single[i]) : s->single[i]);
  }
}

void
fill_shape_piece (const struct shaper *s, int64_t first, int64_t n)
{
  const bool by_line = s->to.step == 1;
  const int64_t length = by_line ? s->to.inner : s->to.lines;
  const size_t element = number_bytes (s->to.dtype);
  const int64_t singles[]
      = { find_single (s, first), find_single (s, first + n) };

  exchange_singles (s, singles[0], singles[1], false);
  for (int64_t at = first; at < first + n;) {
    const int64_t i = at / length, j = at % length;
    const int64_t line = by_line ? i : j, l = by_line ? j : i;
    const int64_t left = first + n - at;
    const struct shaped_row row
        = { (char *)s->to.memory + (size_t)at * element, s->shape + line,
            s->exponent + line, s->d + l,
            length - j < left ? length - j : left };

    shape_row (s, &row);
    at += row.n;
  }
  exchange_singles (s, singles[0], singles[1], true);
}

bool
fill_shape_of_bits (gk_data data)
{
  return data == GK_DATA_NORMAL || data == GK_DATA_HEAVY;
}

/* Sorts the single numbers by their places in memory.  Lines that are rows
 * there are in order.  False without memory. */
static bool
list_singles (const gk_host *host, struct shaper *s)
{
  const bool by_line = s->to.step == 1;
  const size_t places = by_line ? 1 : (size_t)s->inner;
  int64_t *end = host->alloc (host, (places + 1) * sizeof *end);

  if (end == NULL)
    return false;
  memset (end, 0, (places + 1) * sizeof *end);
  for (int64_t i = 0; i < s->to.lines; i++)
    if (s->place[i] >= 0)
      end[by_line ? 1 : s->place[i] + 1]++;
  for (size_t p = 0; p < places; p++)
    end[p + 1] += end[p];
  s->n_singles = end[places];
  for (int64_t i = 0; i < s->to.lines; i++)
    if (s->place[i] >= 0)
      s->at[end[by_line ? 0 : s->place[i]]++]
          = i * s->to.line + s->place[i] * s->to.step;
  host->free (host, end);
  return true;
}

static bool
make_lines (const gk_host *host, struct shaper *s)
{
  const size_t lines = (size_t)s->to.lines;

  s->shape = host->alloc (host, lines * sizeof *s->shape);
  s->exponent = host->alloc (host, lines * sizeof *s->exponent);
  s->place = host->alloc (host, lines * sizeof *s->place);
  s->at = host->alloc (host, lines * sizeof *s->at);
  s->single = host->alloc (host, lines * sizeof *s->single);
  s->d = host->alloc (host, (size_t)s->to.inner);
  if (s->shape == NULL || s->exponent == NULL || s->place == NULL
      || s->at == NULL || s->single == NULL || s->d == NULL)
    return false;
  for (int64_t i = 0; i < s->to.lines; i++)
    make_line (s, i);
  for (int64_t l = 0; l < s->to.inner; l++) {
    const int d = exponent_of (s->seed, l);

    s->d[l] = (int8_t)(s->to.is_b ? -d : d);
  }
  return list_singles (host, s);
}

void
fill_shape_end (const gk_host *host, struct shaper *s)
{
  if (s == NULL)
    return;
  host->free (host, s->shape);
  host->free (host, s->exponent);
  host->free (host, s->place);
  host->free (host, s->at);
  host->free (host, s->single);
  host->free (host, s->d);
  host->free (host, s);
}

struct shaper *
fill_shape_begin (const gk_host *host, const gk_matmul *problem, gk_data data,
                  const struct filled *to, uint64_t seed,
                  const struct quantiles *quantiles)
{
  struct shaper *s = host->alloc (host, sizeof *s);

  if (s == NULL)
    return NULL;
  *s = (struct shaper){ .to = *to,
                        .data = data,
                        .inner = problem->n,
                        .seed = seed_of_shape (seed),
                        .wide = wide_of (to->dtype, problem->n),
                        .quantiles = quantiles,
                        .step = step_of (problem->n) };
  s->of_lines = seed_of_lines (s->seed, to->is_b);
  if (make_lines (host, s))
    return s;
  fill_shape_end (host, s);
  return NULL;
}
