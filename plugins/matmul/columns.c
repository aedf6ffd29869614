/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <string.h>

#include "clones.h"
#include "columns.h"
#include "twofold.h"

enum {
  SAMPLED = 16, /* columns, where there are more */
  STRIP = 32,   /* rows that one step of a parallel loop takes */
  PIECE = WORDS /* of the inner dimension, taken at a time */
};

/* Below this many multiplications all columns are cheap. */
static const double all_columns = 0x1p20;

struct columns {
  int64_t rows, n_groups;
  int64_t n; /* columns in all; the last group may be part empty */
  int64_t *index;
  struct twofold *sums; /* rows of n_groups */
};

static uint64_t
draw (const gk_host *host, uint64_t seed, uint64_t below)
{
  uint64_t bits;

  host->random (host, &bits, sizeof bits, seed);
  return bits % below;
}

/* Where span s of the columns between the first and the last begins. */
static int64_t
span_begin (const struct columns *c, int64_t cols, int64_t s)
{
  const int64_t spans = c->n - 2, between = cols - 2;

  return 1 + between / spans * s + between % spans * s / spans;
}

/* First and last, where an edge is handled wrongly, and one from each of equal
 * spans between: `also` from its own. */
static void
choose (const gk_host *host, struct columns *c, int64_t cols, uint64_t seed,
        int64_t also)
{
  const int64_t inner = c->n - 2;

  if (c->n == cols) {
    for (int64_t s = 0; s < cols; s++)
      c->index[s] = s;
    return;
  }
  c->index[0] = 0;
  for (int64_t s = 0; s < inner; s++) {
    const int64_t first = span_begin (c, cols, s);
    const int64_t end = span_begin (c, cols, s + 1);

    c->index[1 + s] = first <= also && also < end
                          ? also
                          : first
                                + (int64_t)draw (host, seed + (uint64_t)s,
                                                 (uint64_t)(end - first));
  }
  c->index[c->n - 1] = cols - 1;
}

/* Rows [l, l + n) of B in the columns of one group, zero where there are no
 * more columns. */
static void
gather (const struct columns *c, const struct matrix *b, int64_t group,
        int64_t l, int n, double out[PIECE][GROUP])
{
  for (int s = 0; s < GROUP; s++) {
    const int64_t column = group * GROUP + s;

    for (int r = 0; r < n; r++)
      out[r][s] = column < c->n ? words_number (b, l + r, c->index[column]) : 0;
  }
}

/* Elements [l, l + n) of row i of A as doubles: those in place, or room. */
static const double *
row_piece (const struct matrix *a, int64_t i, int64_t l, int n,
           double room[PIECE])
{
  const float *f32 = words_at (a, i, l);

  if (a->dtype == GK_F64)
    return words_at (a, i, l);
#pragma omp simd
  for (int r = 0; r < n; r++)
    room[r] = (double)f32[r];
  return room;
}

static void
make_strip (struct columns *c, const struct matrix *a, const struct matrix *b,
            int64_t group, int64_t i)
{
  const int rows = a->rows - i < STRIP ? (int)(a->rows - i) : STRIP;
  struct twofold strip[STRIP];
  double columns[PIECE][GROUP], room[PIECE];

  memset (strip, 0, sizeof strip);
  for (int64_t l = 0; l < a->cols; l += PIECE) {
    const int n = a->cols - l < PIECE ? (int)(a->cols - l) : PIECE;

    gather (c, b, group, l, n, columns);
    for (int r = 0; r < rows; r++) {
      const double *row = row_piece (a, i + r, l, n, room);

      twofold_add (&strip[r], row, columns, n);
    }
  }
  for (int r = 0; r < rows; r++)
    c->sums[(i + r) * c->n_groups + group] = strip[r];
}

struct columns *
columns_make (const gk_host *host, const struct matrix *a,
              const struct matrix *b, uint64_t seed, int64_t also)
{
  const double products = (double)a->rows * (double)a->cols * (double)b->cols;
  const bool all = b->cols <= SAMPLED || products <= all_columns;
  struct columns *c = host->alloc (host, sizeof *c);

  if (c == NULL)
    return NULL;
  c->rows = a->rows;
  c->n = all ? b->cols : SAMPLED;
  c->n_groups = (c->n + GROUP - 1) / GROUP;
  c->index = host->alloc (host, (size_t)c->n * sizeof *c->index);
  c->sums = host->alloc (host, (size_t)c->rows * (size_t)c->n_groups
                                   * sizeof *c->sums);
  if (c->index == NULL || c->sums == NULL) {
    columns_free (host, c);
    return NULL;
  }
  choose (host, c, b->cols, seed, also);
#pragma omp parallel for collapse(2) schedule(dynamic)
  for (int64_t i = 0; i < c->rows; i += STRIP)
    for (int64_t group = 0; group < c->n_groups; group++)
      make_strip (c, a, b, group, i);
  return c;
}

void
columns_free (const gk_host *host, struct columns *columns)
{
  if (columns == NULL)
    return;
  host->free (host, columns->index);
  host->free (host, columns->sums);
  host->free (host, columns);
}

double
columns_bound (int64_t n, double precision)
{
  return fmin ((double)n + 1, 8) * precision;
}

double
columns_rms_bound (int64_t n, double precision)
{
  const double of_sums = fmin (precision, 0x1p-24);

  return fmin (8 * precision + 4 * of_sums * sqrt ((double)n), 0x1p-4);
}

static const struct twofold *
sums_at (const struct columns *c, int64_t i, int64_t s)
{
  return &c->sums[i * c->n_groups + s / GROUP];
}

/* How far sampled column s is off in row i. */
static double
error_at (const struct columns *columns, const struct matrix *c, int64_t i,
          int64_t s)
{
  const struct twofold *sums = sums_at (columns, i, s);
  const int lane = (int)(s % GROUP);
  const double value = words_number (c, i, columns->index[s]);
  const double error = fabs (value - sums->high[lane] - sums->low[lane]);

  return isnan (error) ? INFINITY : error;
}

static double
ratio_of (double error, double to)
{
  if (to > 0)
    return error / to;
  return error > 0 ? INFINITY : 0;
}

/* Of sampled column s in row i. */
static double
ratio_at (const struct columns *columns, const struct matrix *c, int64_t i,
          int64_t s)
{
  return ratio_of (error_at (columns, c, i, s),
                   sums_at (columns, i, s)->magnitude[s % GROUP]);
}

/* The root mean square of a row's errors over that of its sums' expected
 * size. */
static double
rms_of (const struct columns *columns, const struct matrix *c, int64_t i)
{
  double errors = 0, squares = 0;

  for (int64_t s = 0; s < columns->n; s++) {
    const double error = error_at (columns, c, i, s);

    errors += error * error;
    squares += sums_at (columns, i, s)->square[s % GROUP];
  }
  return sqrt (ratio_of (errors, squares));
}

/* The first row of the largest root mean square. */
static void
find_worst_row (const struct columns *columns, const struct matrix *c,
                struct columns_fault *fault)
{
  double worst = 0;
  int64_t row = 0;

#pragma omp parallel for schedule(static) reduction(max : worst)
  for (int64_t i = 0; i < columns->rows; i++)
    worst = fmax (worst, rms_of (columns, c, i));
  while (row + 1 < columns->rows && rms_of (columns, c, row) < worst)
    row++;
  fault->rms = worst;
  fault->rms_row = row;
}

void
columns_check (const struct columns *columns, const struct matrix *c,
               double bound, struct columns_fault *fault)
{
  double worst = 0;
  int64_t first = INT64_MAX, sample;

#pragma omp parallel for schedule(static) reduction(max                        \
                                                    : worst)                   \
    reduction(min                                                              \
              : first)
  for (int64_t i = 0; i < columns->rows; i++)
    for (int64_t s = 0; s < columns->n; s++) {
      const double ratio = ratio_at (columns, c, i, s);

      worst = ratio > worst ? ratio : worst;
      if (ratio > bound && i * columns->n + s < first)
        first = i * columns->n + s;
    }
  *fault = (struct columns_fault){
    .worst = worst,
    .checked = (uint64_t)columns->rows * (uint64_t)columns->n,
  };
  find_worst_row (columns, c, fault);
  if (first == INT64_MAX)
    return;
  sample = first % columns->n;
  fault->i = first / columns->n;
  fault->j = columns->index[sample];
  fault->right = sums_at (columns, fault->i, sample)->high[sample % GROUP];
  fault->ratio = ratio_at (columns, c, fault->i, sample);
}
