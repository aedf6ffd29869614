/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <string.h>

#include "bits.h"
#include "fill-shape.h"
#include "matmul/number.h"
#include "threads.h"
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

static void
make_quantiles (struct quantiles *q, gk_data data)
{
  if (data == GK_DATA_NORMAL)
    make_normal (q);
  else
    make_laplace (q);
  for (int i = 0; i < CELLS / 2; i++)
    q->at[i] = -q->at[CELLS - i];
}

/* Each bit of the result depends on each bit of x. */
static uint64_t
mix_bits (uint64_t x)
{
  x = (x ^ (x >> 32)) * UINT64_C (0xd6e8feb86659fd93);
  x = (x ^ (x >> 32)) * UINT64_C (0xd6e8feb86659fd93);
  return x ^ (x >> 32);
}

/* What all elements of a line have in common. */
struct line {
  gk_data shape;
  int exponent;  /* graded */
  int64_t place; /* of the outlier or the single number; -1: none */
};

/* An input being filled. */
struct shaper {
  const struct filled *to;
  gk_dtype dtype;
  gk_data data;
  int64_t inner; /* without padding */
  uint64_t seed, of_lines;
  struct wide wide; /* the bits of its type */
  struct quantiles quantiles;
  int64_t step; /* from the place of one line's single number to the next's */
  struct line *lines; /* one for each line */
  int8_t *d;          /* graded: the exponents of D; for B, of D^-1 */
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

static struct line
line_of (const struct shaper *s, int64_t i)
{
  static const gk_data full[]
      = { GK_DATA_RANDOM, GK_DATA_SPARSE, GK_DATA_GRADED };
  struct line line = { s->data, exponent_of (s->of_lines, i), -1 };

  if (s->data == GK_DATA_HEAVY)
    line.place = outlier_place (s->of_lines, i, s->inner);
  else if (s->data == GK_DATA_PERMUTATION && i % 2 == 0)
    line.shape = full[i / 2 % 3];
  else if (s->data == GK_DATA_PERMUTATION)
    line.place = i / 2 % s->inner * s->step % s->inner;
  return line;
}

/* The number of a random word, of the uppermost bits of 64. */
static double
quantile (const struct quantiles *q, uint64_t word)
{
  const unsigned cell = (unsigned)(word >> 54);
  const double rest = (double)(word << 10 >> 11) * 0x1p-53;

  return q->at[cell] + rest * (q->at[cell + 1] - q->at[cell]);
}

static inline uint64_t
number_bits (gk_dtype dtype, double number)
{
  uint64_t bits = 0;

  if (dtype == GK_F64)
    memcpy (&bits, &number, sizeof number);
  else if (number_bytes (dtype) == sizeof (float)) {
    const float single = (float)number;

    memcpy (&bits, &single, sizeof single);
  } else {
    uint16_t half;

    number_put (dtype, &half, number);
    bits = half;
  }
  return bits;
}

/* Scales by a power of two; a number below the normal range becomes zero. */
static inline uint64_t
scale_bits (const struct wide *w, uint64_t bits, int exponent)
{
  const uint64_t exponents = (UINT64_C (1) << w->exponent) - 1;
  const int e = (int)(bits >> w->fraction & exponents);

  if (e == 0 || e + exponent <= 0)
    return 0;
  return bits + ((uint64_t)(int64_t)exponent << w->fraction);
}

/* The outlier has the sign and the fraction of what it replaces. */
static inline uint64_t
outlier_bits (const struct wide *w, uint64_t bits)
{
  const uint64_t exponents = ((UINT64_C (1) << w->exponent) - 1) << w->fraction;

  return (bits & ~exponents) | (uint64_t)(w->bias + OUTLIER) << w->fraction;
}

static inline uint64_t
shape_bits (const struct shaper *s, const struct line *line, int64_t l,
            uint64_t bits, size_t element)
{
  const uint64_t sign = UINT64_C (1) << (8 * element - 1);

  switch (line->shape) {
  case GK_DATA_NORMAL:
  case GK_DATA_HEAVY:
    bits = scale_bits (
        &s->wide,
        number_bits (s->dtype,
                     quantile (&s->quantiles, bits << (64 - 8 * element))),
        0);
    return l == line->place ? outlier_bits (&s->wide, bits) : bits;
  case GK_DATA_SPARSE:
    /* B's sign is left to those that remain. */
    return s->to->is_b ? (__builtin_parityll (bits) ? 0 : bits)
                       : ((bits & sign) != 0 ? 0 : bits);
  case GK_DATA_GRADED:
    return scale_bits (&s->wide, bits, line->exponent + s->d[l]);
  case GK_DATA_PERMUTATION:
    return l == line->place ? bits : 0;
  default:
    return bits;
  }
}

/* Visits the input in the order of its memory. */
static inline __attribute__ ((always_inline)) void
shape_all (const struct shaper *s, size_t element)
{
  const bool by_line = s->to->step == 1;
  const int64_t slow = by_line ? s->to->lines : s->to->inner;
  const int64_t fast = by_line ? s->to->inner : s->to->lines;

#pragma omp parallel for if (is_worth_threads(slow * fast)) schedule(static)
  for (int64_t i = 0; i < slow; i++) {
    char *at = (char *)s->to->memory + (size_t)(i * fast) * element;

    for (int64_t j = 0; j < fast; j++, at += element)
      bits_put (at, element,
                shape_bits (s, &s->lines[by_line ? i : j], by_line ? j : i,
                            bits_get (at, element), element));
  }
}

bool
fill_shape_of_bits (gk_data data)
{
  return data == GK_DATA_NORMAL || data == GK_DATA_HEAVY;
}

static bool
make_lines (const gk_host *host, struct shaper *s)
{
  s->lines = host->alloc (host, (size_t)s->to->lines * sizeof *s->lines);
  s->d = host->alloc (host, (size_t)s->to->inner);
  if (s->lines == NULL || s->d == NULL)
    return false;
  for (int64_t i = 0; i < s->to->lines; i++)
    s->lines[i] = line_of (s, i);
  for (int64_t l = 0; l < s->to->inner; l++) {
    const int d = exponent_of (s->seed, l);

    s->d[l] = (int8_t)(s->to->is_b ? -d : d);
  }
  return true;
}

static void
shape_elements (const struct shaper *s)
{
  switch (number_bytes (s->dtype)) {
  case 2:
    shape_all (s, 2);
    break;
  case 4:
    shape_all (s, 4);
    break;
  default:
    shape_all (s, 8);
  }
}

bool
fill_shape (const gk_host *host, const gk_matmul *problem, gk_data data,
            const struct filled *to, uint64_t seed)
{
  struct shaper s = { .to = to,
                      .dtype = problem->dtype,
                      .data = data,
                      .inner = problem->n,
                      .seed = seed_of_shape (seed),
                      .wide = wide_of (problem->dtype, problem->n),
                      .step = step_of (problem->n) };
  bool made;

  s.of_lines = seed_of_lines (s.seed, to->is_b);
  if (fill_shape_of_bits (data))
    make_quantiles (&s.quantiles, data);
  made = make_lines (host, &s);
  if (made)
    shape_elements (&s);
  host->free (host, s.lines);
  host->free (host, s.d);
  return made;
}
