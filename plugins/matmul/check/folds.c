/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "bounds.h"
#include "columns.h"
#include "dots.h"
#include "doubles.h"
#include "folds.h"
#include "matmul/clones.h"
#include "threads.h"

/* Changes of a generation and of the one that was made. */
enum { MOVED = 2 * CHANGES };

/* A row of a matrix times W: its square is the sum of the squares of the
 * products. */
typedef struct double_double_sums fold_row;

struct folds {
  double *weight;          /* one of each column */
  double magnitude[GROUP]; /* sums of those of the weights */
  fold_row *bw;            /* a row of B W for each row of B, and */
  fold_row *abw;           /* of A (B W) for each row of A, as made */
  struct varied_line made; /* what the generation that was made changed in B */
  int n_moved;             /* rows of B W that are others now, */
  int64_t moved[MOVED];    /* which ones, */
  fold_row by[MOVED];      /* and by how much */
};

/* ---- The weights ---- */

MATMUL_CLONES static void
add_squares (const double *row, int n, double *squares)
{
#pragma omp simd
  for (int c = 0; c < n; c++)
    squares[c] += row[c] * row[c];
}

/* Scales weights [j, j + n) to the size of their columns of B. */
static void
scale_weights (double *weight, const struct matrix *b, int64_t j, int n)
{
  double squares[PART_COLS] = { 0 }, room[PART_COLS];
  struct part_room copied;

  for (int64_t l = 0; l < b->rows; l += PART_ROWS) {
    const int rows = b->rows - l < PART_ROWS ? (int)(b->rows - l) : PART_ROWS;
    const struct matrix part = matrix_part (b, l, rows, j, n, &copied);

    for (int r = 0; r < rows; r++)
      add_squares (doubles_of (&part, r, n, room), n, squares);
  }
  for (int c = 0; c < n; c++)
    if (squares[c] > 0)
      weight[j + c] = ldexp (weight[j + c], -ilogb (sqrt (squares[c])));
}

static void
draw_weights (const gk_host *host, struct folds *f, const struct matrix *b,
              uint64_t seed, gk_data data)
{
  double *weight = f->weight;

  host->random (host, weight, (size_t)b->cols * sizeof *weight, ~seed);
  for (int64_t j = 0; j < b->cols; j++) {
    uint64_t bits;

    memcpy (&bits, &weight[j], sizeof bits);
    weight[j] = (bits & 1) != 0 ? 1 : -1;
  }
  if (data != GK_DATA_RANDOM) {
#pragma omp parallel for if (is_worth_threads(b->rows * b->cols * STEPS_READ)) \
    schedule(dynamic)
    for (int64_t j = 0; j < b->cols; j += PART_COLS)
      scale_weights (weight, b, j,
                     b->cols - j < PART_COLS ? (int)(b->cols - j) : PART_COLS);
  }
  memset (f->magnitude, 0, sizeof f->magnitude);
  for (int64_t j = 0; j < b->cols; j++)
    f->magnitude[j % GROUP] += fabs (weight[j]);
}

/* ---- The reference ---- */

/* Computes rows [i, i + n) of B times W, at most PART_ROWS of them. */
static void
fold_rows (const struct matrix *b, int64_t i, int n, const double *weight,
           fold_row *out)
{
  struct part_room copied;

  memset (out, 0, sizeof *out * (size_t)n);
  for (int64_t j = 0; j < b->cols; j += PART_COLS) {
    const int count = b->cols - j < PART_COLS ? (int)(b->cols - j) : PART_COLS;
    const struct matrix part = matrix_part (b, i, n, j, count, &copied);

    for (int r = 0; r < n; r++)
      dots_add_scaled (part.dtype, &out[r], matrix_at (&part, r, 0), weight + j,
                       count, true);
  }
}

/* Computes rows [i, i + n) of A (B W), at most PART_ROWS of them. */
static void
multiply_rows (const struct matrix *a, int64_t i, int n, const fold_row *bw,
               fold_row *out)
{
  double room[2][PART_COLS];
  struct part_room copied;
  fold_row spare = { .low = { 0 } };

  memset (out, 0, sizeof *out * (size_t)n);
  for (int64_t l = 0; l < a->cols; l += PART_COLS) {
    const int count = a->cols - l < PART_COLS ? (int)(a->cols - l) : PART_COLS;
    const struct matrix part = matrix_part (a, i, n, l, count, &copied);

    for (int r = 0; r < n; r += 2) {
      const int other = r + 1 < n ? r + 1 : r;
      const struct dots_pair pair
          = { { doubles_of (&part, r, count, room[0]),
                doubles_of (&part, other, count, room[1]) },
              { &out[r], other > r ? &out[other] : &spare } };

      dots_add_fold (a->dtype, &pair, bw + l, count);
    }
  }
}

static int
part_rows (int64_t rows, int64_t i)
{
  return rows - i < PART_ROWS ? (int)(rows - i) : PART_ROWS;
}

static struct folds *
allocate_folds (const gk_host *host, const struct matrix *a,
                const struct matrix *b)
{
  struct folds *f = host->alloc (host, sizeof *f);

  if (f == NULL)
    return NULL;
  f->n_moved = 0;
  f->weight = host->alloc (host, (size_t)b->cols * sizeof *f->weight);
  f->bw = host->alloc (host, (size_t)b->rows * sizeof *f->bw);
  f->abw = host->alloc (host, (size_t)a->rows * sizeof *f->abw);
  if (f->weight != NULL && f->bw != NULL && f->abw != NULL)
    return f;
  folds_free (host, f);
  return NULL;
}

struct folds *
folds_make (const gk_host *host, const struct matrix *a, const struct matrix *b,
            uint64_t seed, gk_data data, const struct varied *varied)
{
  struct folds *f = allocate_folds (host, a, b);

  if (f == NULL)
    return NULL;
  f->made = varied->b;
  draw_weights (host, f, b, seed, data);
#pragma omp parallel for if (is_worth_threads(b->rows * b->cols * STEPS_READ)) \
    schedule(dynamic)
  for (int64_t l = 0; l < b->rows; l += PART_ROWS)
    fold_rows (b, l, part_rows (b->rows, l), f->weight, f->bw + l);
#pragma omp parallel for if (is_worth_threads(a->rows * a->cols * GROUP))      \
    schedule(dynamic)
  for (int64_t i = 0; i < a->rows; i += PART_ROWS)
    multiply_rows (a, i, part_rows (a->rows, i), f->bw, f->abw + i);
  return f;
}

void
folds_free (const gk_host *host, struct folds *f)
{
  if (f == NULL)
    return;
  host->free (host, f->weight);
  host->free (host, f->bw);
  host->free (host, f->abw);
  host->free (host, f);
}

/* ---- Other generations ---- */

/* Squares are only a scale: a smaller one could lose all of its digits, and is
 * left larger. */
void
folds_move (struct folds *f, const struct matrix *a, const struct matrix *b,
            const struct varied *from, const struct varied *to)
{
  const int64_t rows[] = { from->a.line, to->a.line };

  f->n_moved = varied_rows (&f->made, &to->b, f->moved);
#pragma omp parallel for if (is_worth_threads(f->n_moved * b->cols             \
                                              * STEPS_READ)) schedule(static)
  for (int t = 0; t < f->n_moved; t++) {
    fold_row now;

    fold_rows (b, f->moved[t], 1, f->weight, &now);
    double_double_subtract (&f->by[t], &now, &f->bw[f->moved[t]]);
    for (int g = 0; g < GROUP; g++)
      f->by[t].square[g]
          = fmax (now.square[g] - f->bw[f->moved[t]].square[g], 0);
  }
  for (int i = 0; i < 2; i++)
    if (rows[i] >= 0)
      multiply_rows (a, rows[i], 1, f->bw, f->abw + rows[i]);
}

/* ---- The check ---- */

/* Sets the folds of row i of the exact product. */
static void
exact_row (const struct folds_measured *m, int64_t i, fold_row *sums)
{
  const struct folds *f = m->folds;
  double row[MOVED];

  for (int t = 0; t < f->n_moved; t++)
    row[t] = matrix_number (m->a, i, f->moved[t]);
  *sums = f->abw[i];
  double_double_add_fold (sums, row, f->by, f->n_moved);
}

/* Computes row i of a matrix like C times W. */
static void
fold_row_of (const struct folds_measured *m, const struct matrix *c, int64_t i,
             bool squares, fold_row *out)
{
  memset (out, 0, sizeof *out);
  for (int64_t j = 0; j < c->cols; j += PART_COLS)
    dots_add_scaled (c->dtype, out, matrix_at (c, i, j), m->folds->weight + j,
                     c->cols - j < PART_COLS ? (int)(c->cols - j) : PART_COLS,
                     squares);
}

static struct updated_sum
fold_in_lane (const fold_row *row, int g)
{
  return (struct updated_sum){ row->high[g], row->low[g], 0, row->square[g] };
}

/* Turns row i of the exact product times W into that of C. */
static void
update_row (const struct folds_measured *m, int64_t i, fold_row *exact)
{
  const struct product_update *u = m->update;
  fold_row before = { .high = { 0 } }, bias = before;

  if (u->plain)
    return;
  if (u->before.data != NULL)
    fold_row_of (m, &u->before, i, true, &before);
  if (u->bias.data != NULL)
    fold_row_of (m, &u->bias, 0, true, &bias);
  for (int g = 0; g < GROUP; g++) {
    const struct updated_sum product = fold_in_lane (exact, g);
    const struct updated_sum old = fold_in_lane (&before, g);
    const struct updated_sum added = fold_in_lane (&bias, g);
    const struct updated_sum right = update_combine (u, &product, &old, &added);

    exact->high[g] = right.high;
    exact->low[g] = right.low;
    exact->square[g] = right.square;
  }
}

/* Returns the mean square of a row's errors in its folds, relative to their
 * bounds; *worst: the largest of them. */
static double
row_error (const struct folds_measured *m, int64_t i, const fold_row *is,
           double *worst)
{
  const double rounding = bounds_of_rounding (m->c->dtype, 1);
  fold_row exact, off;
  double sum = 0;

  exact_row (m, i, &exact);
  update_row (m, i, &exact);
  double_double_subtract (&off, is, &exact);
  *worst = 0;
  for (int g = 0; g < GROUP; g++) {
    const double over
        = fabs (off.high[g] + off.low[g]) - m->lost * m->folds->magnitude[g];
    const double error = over > 0 ? over : 0;
    const double allowed = m->bound * m->bound * exact.square[g]
                           + rounding * rounding * is->square[g];
    const double ratio = error == 0    ? 0
                         : allowed > 0 ? error * error / allowed
                                       : (double)INFINITY;

    const double known = isnan (ratio) ? (double)INFINITY : ratio;

    sum += known;
    *worst = known > *worst ? known : *worst;
  }
  return sum / GROUP;
}

/* Finds the worst element of a row, for a message. */
static void
find_element (const struct folds_measured *m, struct folds_fault *fault)
{
  double worst = -1;

  for (int64_t j = 0; j < m->c->cols; j++) {
    const struct exact_element exact
        = exact_element (m->a, m->b, m->update, fault->i, j);
    const double off = matrix_number (m->c, fault->i, j) - exact.value;
    const double ratio = exact.square > 0 ? off * off / exact.square
                         : off != 0       ? (double)INFINITY
                                          : 0;

    if (ratio > worst) {
      worst = ratio;
      fault->j = j;
      fault->right = exact.value;
    }
  }
}

void
folds_compare (const struct folds_measured *m, int64_t i,
               struct folds_errors *all)
{
  fold_row is;
  double worst;

  fold_row_of (m, m->c, i, bounds_of_rounding (m->c->dtype, 1) > 0, &is);
  all->mean += row_error (m, i, &is, &worst);
  if (worst > all->largest || (worst == all->largest && i < all->row)) {
    all->largest = worst;
    all->row = i;
  }
}

void
folds_join (struct folds_errors *all, const struct folds_errors *part)
{
  all->mean += part->mean;
  if (part->largest > all->largest
      || (part->largest == all->largest && part->row < all->row)) {
    all->largest = part->largest;
    all->row = part->row;
  }
}

struct folds_fault
folds_fault_of (const struct folds_measured *m, const struct folds_errors *all)
{
  const double rows = (double)m->c->rows;
  struct folds_fault fault = { .i = all->row };

  fault.in_all = all->largest <= FOLD_FAR * FOLD_FAR;
  fault.off = m->bound * sqrt (fault.in_all ? all->mean / rows : all->largest);
  fault.bound
      = m->bound * (fault.in_all ? 1 + (FOLD_FAR - 1) / sqrt (rows) : FOLD_FAR);
  fault.found = !(fault.off <= fault.bound);
  if (fault.found)
    find_element (m, &fault);
  return fault;
}
